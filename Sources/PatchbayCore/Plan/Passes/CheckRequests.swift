import PatchbayDiagnostics

extension PlanDraft {
  /// Compares what the program requests with the services and the scopes: `ServiceKey<MemoryQueue>("queue")` over a
  /// `BrokerQueue` would fail at the first request.
  ///
  /// Requires `stackDecorators`; keys that are not there are reported with the other roots. Later passes rely on nothing
  /// of it.
  mutating func checkRequests() {
    if !definitions.requests.isEmpty { checkRequestedTypes() }
    if !definitions.requestedScopes.isEmpty { checkRequestedScopes() }
  }

  private mutating func checkRequestedTypes() {
    for request in definitions.requests {
      guard case .service(let index) = meanings[request.key],
        let entry = nodes[outermost(of: index)].knownEntry,
        entry.contractIndex(of: request.type) == nil
      else { continue }
      report(
        Diagnostic(
          .typeMismatchAtResolve,
          "the program requests `\(request.key)` as `\(request.type)`, but it provides "
            + entry.contracts.types.map(\.description).quoted(),
          at: request.place, "requested here"
        )
        .label(nodes[index].definition.place, "built by the factory `\(entry.name)`")
        .note("the factory is declared at \(entry.location)"))
    }
  }

  private mutating func checkRequestedScopes() {
    let declared = definitions.scopes.map(\.text) + (parent?.wiring.scopeNames ?? [])
    for scope in definitions.requestedScopes where !declared.contains(scope.text) {
      report(
        Diagnostic(
          .unknownScope,
          ScopeName.builtIn.contains(scope.text)
            ? "the program opens the scope `\(scope.text)`, which is a lifetime"
            : "the program opens the scope `\(scope.text)`, which is not declared",
          at: scope.place, "opened by the program"
        )
        .note(
          declared.isEmpty
            ? "the configuration declares no scopes"
            : "the declared scopes are \(declared.someQuoted())"
        )
        .didYouMean(scope.text, among: declared, at: nil))
    }
  }
}
