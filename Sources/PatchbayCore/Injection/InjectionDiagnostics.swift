import PatchbayDiagnostics

extension InjectionPoint {
  /// Begins an error of the property.
  private func cannotBeFilled(
    _ code: DiagnosticCode, as contract: TypeName, _ reason: String
  ) -> Diagnostic {
    Diagnostic(
      code, "`\(description)` cannot be filled: \(reason)",
      at: .swift(property.location), "asks for the key `\(key)` as `\(contract)`")
  }

  func nothingToInject(_ contract: TypeName, _ wiring: Wiring) -> DiagnosticsError {
    if let flag = wiring.disabled[key] {
      return cannotBeFilled(.noSuchService, as: contract, "the service `\(key)` is disabled")
        .label(flag, "`\(key)` is disabled here")
        .asError()
    }
    let near = nearMisses(of: key, in: wiring.serviceKeys)
    return cannotBeFilled(.noSuchService, as: contract, "no service has the key `\(key)`")
      .label(wiring.place(ofKey: near.first), "a similar key is defined here")
      .didYouMean(key, among: near, at: nil)
      .asError()
  }

  func nothingFits(_ contract: TypeName, _ planned: PlannedService) -> DiagnosticsError {
    cannotBeFilled(
      .typeMismatchAtResolve, as: contract,
      "`\(key)` is no `\(contract)`, but provides \(planned.provided)"
    )
    .label(planned.place, planned.factoryLabel)
    .note(planned.factoryNote)
    .asError()
  }

  func keptTooLong(_ scope: String, _ planned: PlannedService) -> DiagnosticsError {
    Diagnostic(
      .captiveDependency,
      "`\(description)` would keep one `\(planned.key)`, but `\(planned.key)` lives in the scope "
        + "`\(scope)`",
      at: .swift(property.location), "a `Lazy` keeps what it was first given"
    )
    .label(planned.place, "`\(planned.key)` is built once per `\(scope)`")
    .fix("declare a `Provider`, which asks for the current scope's at each use")
    .asError()
  }
}

extension DiagnosticsError {
  static func notifiedElsewhere(_ object: Any, _ planned: PlannedService? = nil) -> DiagnosticsError
  {
    let type = TypeName(type(of: object))
    return Diagnostic(
      .needsAwait,
      "\(type.withArticle) is notified on its actor after injection, and this is not its actor"
    )
    .label(planned?.place, planned?.factoryLabel ?? "")
    .note("`\(type)` conforms to `InjectionObserver` on an actor")
    .asError()
  }
}
