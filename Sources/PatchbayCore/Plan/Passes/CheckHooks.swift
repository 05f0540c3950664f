import PatchbayDiagnostics

/// Rejects hooks that no container would ever run.
///
/// A service that is not kept cannot be stopped, or started in order.
func checkHooks(_ draft: inout PlanDraft) {
  for node in draft.nodes {
    guard let entry = node.knownEntry, entry.hasHook, !node.isFaulty,
      node.inherited == nil
    else { continue }
    switch node.scope {
    case .singleton, .named: break
    case .transient, .graph, .weak: draft.report(unreachableHook(node, entry))
    }
  }
}

private func unreachableHook(_ node: PlanDraft.Node, _ entry: CatalogEntry) -> Diagnostic {
  let hook =
    entry.start == nil ? "`onStop`" : entry.stop == nil ? "`onStart`" : "`onStart` and `onStop`"
  return Diagnostic(
    .unreachableHook,
    "no container keeps `\(node.key)`, and its factory has \(hook), which would never run",
    at: node.definition.scopePlace,
    node.owner == nil ? "not kept" : "built with its owner, and not kept"
  )
  .note(entry.declaration)
  .fix("make it a singleton, or take the hook away from the factory")
}
