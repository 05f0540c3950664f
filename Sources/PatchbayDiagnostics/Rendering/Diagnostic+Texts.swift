extension Diagnostic: CustomStringConvertible {
  /// The diagnostic on one line, for logs: `path:line:column: error: message [code]`.
  ///
  /// The renderers return more: ``TerminalRenderer`` the source lines, the notes and the fixes.
  public var description: String { OneLineRenderer.mistake(self) }
}

extension DiagnosticsError: CustomStringConvertible {
  /// The first error on one line, and the number of further diagnostics, for logs:
  /// `path:line:column: error: message [code] (and 3 more)`.
  ///
  /// ``TerminalRenderer`` returns all of ``diagnostics`` with their source lines, notes and fixes.
  public var description: String {
    // An error has at least one diagnostic of severity error.
    let first = diagnostics.first { $0.severity == .error }?.description ?? ""
    return diagnostics.count > 1 ? "\(first) (and \(diagnostics.count - 1) more)" : first
  }
}

extension Diagnostic {
  /// The message, the notes and the fix-its as lines of text, without their places.
  package var sentences: [String] {
    var lines = [message]
    lines += notes.map { "note: \($0)" }
    if let path = requestPath { lines.append("note: requested by: \(path)") }
    for fixIt in fixIts {
      lines.append("help: \(fixIt.message)")
      if let suggestion = fixIt.suggestion { lines.append("  + \(suggestion)") }
    }
    return lines
  }
}

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
