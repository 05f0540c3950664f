import PatchbayDiagnostics

/// Refuses orders of starting that nobody can follow: `after` against the way of the dependencies.
///
/// Cycles of dependencies alone were told before.
func orderStarts(_ draft: inout PlanDraft) {
  guard draft.nodes.contains(where: { !$0.definition.after.isEmpty }) else { return }
  var followed: [Int: [(target: Int, place: SourcePlace)]] = [:]
  for (index, node) in draft.nodes.enumerated() {
    for key in node.definition.after {
      guard case .service(let target) = draft.meanings[key.text] else { continue }
      followed[index, default: []].append((draft.outermost[target] ?? target, key.place))
    }
  }
  let nodes = draft.nodes
  let components = stronglyConnectedComponents(count: nodes.count) { index in
    nodes[index].edges.filter { $0.timing == .argument }.map(\.target)
      + (followed[index] ?? []).map(\.target)
  }
  for members in components {
    let inside = Set(members)
    let inner = members.sorted().flatMap { index in
      (followed[index] ?? []).filter { inside.contains($0.target) }.map { (index, $0) }
    }
    guard let (index, edge) = inner.first, members.count > 1 || edge.target == index else {
      continue
    }
    draft.tell(impossibleOrder(nodes[index], nodes[edge.target], edge.place, members, draft))
  }
}

private func impossibleOrder(
  _ node: PlanDraft.Node,
  _ target: PlanDraft.Node,
  _ place: SourcePlace,
  _ members: [Int],
  _ draft: PlanDraft
) -> Diagnostic {
  var labels = [Diagnostic.Label(place, "`\(node.key)` is to start after `\(target.key)`")]
  for edge in target.edges where edge.timing == .argument && members.contains(edge.target) {
    labels.append(.init(edge.place, "`\(target.key)` needs `\(draft.nodes[edge.target].key)`"))
  }
  return Diagnostic(
    .dependencyCycle,
    node === target
      ? "`\(node.key)` is to start after itself"
      : "`\(node.key)` is to start after `\(target.key)`, which can only start after `\(node.key)`",
    labels: labels,
    fixIts: [.init("take one of the two ways out")]
  )
}
