package import PatchbayDiagnostics

extension DiagnosticsError {
  /// The error, which says of an unknown environment that the variable `PATCHBAY_ENV` names it.
  package var ofEnvironmentVariable: DiagnosticsError {
    let diagnostics = diagnostics.map { diagnostic in
      guard diagnostic.code == .unknownEnvironment else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.message += ", which PATCHBAY_ENV names"
      return diagnostic
    }
    // The severities are the same.
    return DiagnosticsError(diagnostics, underlying: underlying) ?? self
  }
}
