import PatchbayDiagnostics

/// Warns of `eager` on a service that no container keeps: its instance would be discarded.
///
/// Requires the scopes to be assigned. A decorator has no `eager` of its own.
func checkEager(_ draft: inout PlanDraft) {
  for node in draft.nodes where node.definition.eager && !node.isDecorator && !node.isFaulty {
    switch node.scope {
    case .singleton, .named: break
    case .transient, .graph, .weak:
      let scope = node.definition.scope?.text
      draft.report(
        Diagnostic(
          .eagerWithoutEffect,
          "`\(node.key)` is eager, but no container keeps it, and so none builds it when it starts",
          at: node.definition.scopePlace,
          "\(scope.map { "`\($0)`" } ?? "this scope") keeps no instance"
        )
        .asWarning
        .fix("leave `eager` out, or make the service a singleton"))
    }
  }
}
