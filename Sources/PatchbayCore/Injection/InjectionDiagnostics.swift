import PatchbayDiagnostics

extension InjectionPoint {
  /// Returns the error of the request that the property makes, at the property.
  private func at(property error: DiagnosticsError, as contract: TypeName) -> DiagnosticsError {
    error.changed(
      error.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.labels.insert(
          .init(
            .swift(property.location), "`\(description)` asks for `\(key)` as `\(contract)`"), at: 0
        )
        return diagnostic
      })
  }

  func nothingToInject(_ contract: TypeName, _ plan: Plan) -> DiagnosticsError {
    at(property: .noSuchService(key, plan), as: contract)
  }

  func nothingFits(_ contract: TypeName, _ planned: PlannedService) -> DiagnosticsError {
    at(property: planned.typeMismatch(key, asked: contract).asError(), as: contract)
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
