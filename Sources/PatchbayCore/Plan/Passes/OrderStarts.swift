import PatchbayDiagnostics

extension PlanDraft {
  /// Rejects unsatisfiable start orders: `after` against the direction of the dependencies.
  ///
  /// Cycles of dependencies alone were reported before. Afterwards a service knows those that it starts after.
  mutating func orderStarts() {
    guard self.nodes.contains(where: { !$0.definition.after.isEmpty }) else { return }
    var followed: [Int: [(target: Int, place: SourcePlace)]] = [:]
    for (index, node) in self.nodes.enumerated() {
      for key in node.definition.after {
        guard case .service(let target) = meanings[key.text] else { continue }
        followed[index, default: []].append((outermost(of: target), key.place))
      }
      if let followed = followed[index] { node.after = followed.map(\.target) }
    }
    let nodes = self.nodes
    let components = stronglyConnectedComponents(
      targets(andThoseBefore: true) { $1.timing == .argument })
    for component in 0..<components.count {
      let members = Array(components[component])
      let inside = Set(members)
      let inner = members.sorted().flatMap { index in
        (followed[index] ?? []).filter { inside.contains($0.target) }.map { (index, $0) }
      }
      guard let (index, edge) = inner.first, members.count > 1 || edge.target == index else {
        continue
      }
      let others = inner.dropFirst().map { index, other in
        Diagnostic.Label(
          other.place, "`\(nodes[index].key)` is to start after `\(nodes[other.target].key)`")
      }
      report(impossibleOrder(nodes[index], nodes[edge.target], edge.place, inside).labels(others))
    }
  }

  private func impossibleOrder(
    _ node: PlannedService, _ target: PlannedService, _ place: SourcePlace, _ members: Set<Int>
  ) -> Diagnostic {
    let needs = edges[target.edges].filter {
      $0.timing == .argument && members.contains($0.target)
    }
    return Diagnostic(
      .dependencyCycle,
      node === target
        ? "`\(node.key)` is to start after itself"
        : "`\(node.key)` is to start after `\(target.key)`, which can only start after `\(node.key)`",
      at: place, "`\(node.key)` is to start after `\(target.key)`"
    )
    .labels(
      needs.map { .init($0.place, "`\(target.key)` needs `\(nodes[$0.target].key)`") }
    )
    .fix(node === target ? "remove it" : "remove one of the two")
  }
}
