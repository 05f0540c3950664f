import PatchbayDiagnostics

extension DiagnosticsError {
  /// Returns the error of a load for a test, with what only holds for tests: a trait of a suite is
  /// written far from the tests that need a missing file, and the variables of the process are
  /// never read.
  func explained(for test: TestIdentity?, loadedBy function: String) -> DiagnosticsError {
    let diagnostics = diagnostics.map { diagnostic in
      switch diagnostic.code {
      case .fileNotFound:
        diagnostic.note(test.map { "the test `\($0.name)` has this trait" })
      case .missingEnvironmentVariable:
        diagnostic.note(
          "tests do not read the variables of the process: the argument `variables:` of "
            + "`\(function)` passes them")
      default: diagnostic
      }
    }
    return changed(diagnostics)
  }
}
