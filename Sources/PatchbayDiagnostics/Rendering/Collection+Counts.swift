extension Collection<Diagnostic> {
  /// The numbers of errors and of warnings, as in `2 errors and 1 warning`.
  package var counts: String {
    let counts = [Severity.error, .warning].compactMap { severity in
      let count = count { $0.severity == severity }
      return count == 0 ? nil : count.counted(severity.rawValue)
    }
    return counts.isEmpty ? "no mistakes" : counts.joined(separator: " and ")
  }
}
