import PatchbayDiagnostics

/// Warns of services that are unreachable from the roots, if the configuration declares `roots`.
///
/// Without `roots` the program may request every service. A faulty service may hide dependencies,
/// and so services that only it may lead to are not reported. Nor are those that only a disabled
/// entry uses: they may be enabled together with others.
func findUnused(_ draft: inout PlanDraft) {
  guard !draft.rootNodes.isEmpty, !draft.nodes.contains(where: \.isFaulty) else { return }
  let roots = draft.definitions.roots.map(\.text).someQuoted()
  let eager = draft.nodes.indices.filter { draft.nodes[$0].definition.eager }
  let paths = RequestPaths(draft, roots: draft.rootNodes + eager + draft.usedByDisabled)
  for (index, node) in draft.nodes.enumerated()
  where !node.isDecorator && node.owner == nil && node.inherited == nil {
    // A request for a decorated key reaches its decorators first.
    guard !paths.isReached(draft.outermost(of: index)), !paths.isReached(index) else {
      continue
    }
    draft.report(
      Diagnostic(
        .unusedService, "nothing that the roots lead to uses `\(node.key)`",
        at: node.definition.place, "not used"
      )
      .asWarning
      .note("the roots are \(roots)")
      .fix("remove it, or add it to `roots` where the program asks for it itself"))
  }
}
