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
      guard case .service(let index) = meanings[request.key] else { continue }
      let service = nodes[outermost(of: index)]
      guard let entry = service.knownEntry, entry.contractIndex(of: request.type) == nil
      else { continue }
      report(
        service.typeMismatch(request.key, asked: request.type)
          .label(request.place, "requested by the program"))
    }
  }

  private mutating func checkRequestedScopes() {
    let declared = definitions.scopes.map(\.text) + (parent?.wiring.scopeNames ?? [])
    for scope in definitions.requestedScopes where !declared.contains(scope.text) {
      report(
        Diagnostic.noSuchScope(scope.text, among: declared)
          .label(scope.place, "opened by the program")
          .didYouMean(scope.text, among: declared, at: nil))
    }
  }
}
