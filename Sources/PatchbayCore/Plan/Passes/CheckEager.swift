import PatchbayDiagnostics

/// Warns of `eager` on a service that no container keeps: its instance would be discarded.
///
/// Requires the scopes to be assigned. A decorator has no `eager` of its own.
func checkEager(_ draft: inout PlanDraft) {
  for node in draft.nodes where node.definition.eager && !node.isDecorator && !node.isFaulty {
    switch node.scope {
    case .singleton, .named: break
    case .transient, .graph, .weak: draft.report(eagerWithoutEffect(node))
    }
  }
}

private func eagerWithoutEffect(_ node: PlanDraft.Node) -> Diagnostic {
  let scope = node.definition.scope
  let name = scope.map { "`\($0.text)`" } ?? "this scope"
  return Diagnostic(
    .eagerWithoutEffect,
    severity: .warning,
    "`\(node.key)` is eager, but no container keeps it, and so none builds it when it starts",
    labels: [
      .init(
        scope?.place.extended(overKey: "scope") ?? node.definition.place,
        "\(name) keeps no instance")
    ],
    fixIts: [.init("leave `eager` out, or make the service a singleton")]
  )
}
