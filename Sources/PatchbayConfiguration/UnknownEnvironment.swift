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
    return changed(diagnostics)
  }

  /// The error of a base alone, which says of each value that is not set that an environment may
  /// set it, if there is any.
  package func withoutEnvironment(of known: [String]) -> DiagnosticsError {
    guard !known.isEmpty else { return self }
    let codes: Set<DiagnosticCode> = [.missingEnvironmentVariable, .requiredParameter]
    return changed(
      diagnostics.map { diagnostic in
        guard codes.contains(diagnostic.code) else { return diagnostic }
        return diagnostic.fix(
          "no environment is selected: name one with `--environment` or PATCHBAY_ENV, such as "
            + "\(known.prefix(3).quoted(joinedBy: "or"))")
      })
  }
}
