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
