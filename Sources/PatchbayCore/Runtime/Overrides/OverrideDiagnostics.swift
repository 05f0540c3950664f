import PatchbayDiagnostics

extension Override {
  func failed(
    _ error: any Error, _ secrets: SecretTexts, path: [Diagnostic.ResolutionStep]
  ) -> DiagnosticsError {
    Diagnostic(
      .factoryFailed, "the override of `\(key)` failed: \(secrets.conceal(error))",
      at: .swift(location), "overridden here"
    )
    .requested(by: path)
    .asError(from: error)
  }

  func reentrant() -> DiagnosticsError {
    Diagnostic(
      .reentrantResolution, "the override of `\(key)` asks for `\(key)` while it runs",
      at: .swift(location), "overridden here"
    )
    .fix("use the original that the callback is handed")
    .asError()
  }
}

extension Binding {
  func overrideMismatch(
    _ key: String, _ asked: TypeName, _ location: SwiftLocation
  ) -> DiagnosticsError {
    Diagnostic(
      .typeMismatchAtResolve, "`\(key)` is overridden as `\(asked)`, but provides \(provided)",
      at: .swift(location), "overridden here"
    )
    .label(place, factoryLabel)
    .note(factoryNote)
    .fix(
      "name one of these types, or add `.provides(\(asked.metatypeText)) { $0 }` to the factory"
    )
    .asError()
  }
}
