import PatchbayDiagnostics

/// Rejects a `retry` of a service whose factory has no hook `onStart`. Requires `joinFactories`; later
/// passes can rely on a hook for each retry.
func checkRetries(_ draft: inout PlanDraft) {
  for node in draft.nodes where !node.isFaulty && node.inherited == nil {
    guard let place = node.definition.retryPlace, let entry = node.knownEntry, entry.start == nil
    else { continue }
    draft.report(retryWithoutHook(node, place, entry))
  }
}

private func retryWithoutHook(
  _ node: PlanDraft.Node, _ place: SourcePlace, _ entry: CatalogEntry
) -> Diagnostic {
  Diagnostic(
    .invalidRetry, "`\(node.key)` has a `retry`, and its factory has no `onStart`", at: place,
    "nothing to attempt again"
  )
  .note(entry.declaration)
  .note("only `onStart` is attempted again, never the factory")
  .fix("leave `retry` out, or add `.onStart` to the factory")
}
