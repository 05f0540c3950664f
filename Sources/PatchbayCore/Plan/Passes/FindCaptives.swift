import PatchbayDiagnostics

/// Finds services that would keep a shorter-lived one alive.
///
/// A transient lives as long as what it is built for, so its needs count as its owner's: the search
/// goes through transients. Deferred needs keep nothing.
func findCaptives(_ draft: inout PlanDraft) {
  guard draft.nodes.contains(where: { if case .named = $0.scope { true } else { false } }) else {
    return
  }
  var search = CaptiveSearch(deepest: deepestReached(draft))
  for index in draft.nodes.indices {
    guard let depth = draft.nodes[index].scope.depth, search.deepest[index] > depth else {
      continue
    }
    search.tellCaptives(of: index, depth, &draft)
  }
}

/// The depth of the shortest-lived service that each node keeps, through transients; -1 for none.
private func deepestReached(_ draft: PlanDraft) -> [Int] {
  var deepest = [Int](repeating: -1, count: draft.nodes.count)
  // Each component comes after all it depends on.
  for members in draft.components {
    var reached = -1
    for edge in members.lazy.flatMap({ draft.nodes[$0].edges }) where edge.timing != .deferred {
      reached = max(reached, draft.nodes[edge.target].scope.depth ?? deepest[edge.target])
    }
    for member in members { deepest[member] = reached }
  }
  return deepest
}

/// One walk for each owner, over the same memory: many owners may share many transients.
private struct CaptiveSearch {
  let deepest: [Int]
  /// The owner for whom a node was last reached, from which node, and by which edge.
  private var owners: [Int]
  private var arrivals: [(from: Int, edge: Int)]

  init(deepest: [Int]) {
    self.deepest = deepest
    owners = [Int](repeating: -1, count: deepest.count)
    arrivals = [(Int, Int)](repeating: (-1, -1), count: deepest.count)
  }

  mutating func tellCaptives(of owner: Int, _ depth: Int, _ draft: inout PlanDraft) {
    owners[owner] = owner
    var pending = [owner]
    while let node = pending.popLast() {
      for (number, edge) in draft.nodes[node].edges.enumerated() where edge.timing != .deferred {
        guard owners[edge.target] != owner else { continue }
        owners[edge.target] = owner
        arrivals[edge.target] = (node, number)
        if let targetDepth = draft.nodes[edge.target].scope.depth {
          guard targetDepth > depth else { continue }
          let (first, through) = way(from: owner, to: edge.target, draft)
          draft.tell(captive(owner, edge.target, first, through, draft))
        } else if deepest[edge.target] > depth {
          pending.append(edge.target)
        }
      }
    }
  }

  /// The edge that leads out of the owner, and the transients on the way.
  private func way(
    from owner: Int,
    to target: Int,
    _ draft: PlanDraft
  ) -> (first: PlanDraft.Edge, through: [Int]) {
    var through: [Int] = []
    var (node, edge) = arrivals[target]
    while node != owner {
      through.append(node)
      (node, edge) = arrivals[node]
    }
    return (draft.nodes[owner].edges[edge], through.reversed())
  }
}

private func captive(
  _ owner: Int,
  _ target: Int,
  _ edge: PlanDraft.Edge,
  _ through: [Int],
  _ draft: PlanDraft
) -> Diagnostic {
  let keeper = draft.nodes[owner]
  let kept = draft.nodes[target]
  let keptScope = name(kept.scope, draft)
  let isSingleton = keeper.scope == .singleton
  let keeperWords =
    isSingleton
    ? "the singleton `\(keeper.key)`"
    : "`\(keeper.key)` of the scope `\(name(keeper.scope, draft))`"
  var labels = [
    Diagnostic.Label(edge.place, "a new one is expected in every scope"),
    Diagnostic.Label(
      scopePlace(kept.definition),
      "`\(kept.key)` is built once per `\(keptScope)`"
    ),
    Diagnostic.Label(
      scopePlace(keeper.definition),
      isSingleton
        ? "`\(keeper.key)` is built once per container"
        : "`\(keeper.key)` is built once per `\(name(keeper.scope, draft))`"
    ),
  ]
  if !through.isEmpty {
    let names = quotedSome(through.map { draft.nodes[$0].key })
    labels[0].message = "reaches `\(kept.key)` through the transient \(names)"
  }
  return Diagnostic(
    .captiveDependency,
    "\(keeperWords) would keep one `\(kept.key)` alive "
      + (isSingleton ? "for ever" : "too long")
      + ", but `\(kept.key)` lives in the scope `\(keptScope)`",
    labels: labels,
    notes: ["every scope after the first would see the first scope's \(kept.key)"],
    fixIts: [
      .init(
        "give `\(keeper.definition.decorates?.text ?? keeper.key)` the scope `\(keptScope)`, or take `.provider(\"\(edge.parameter)\")` "
          + "in the factory so each use asks for the current scope"
      )
    ]
  )
}

private func scopePlace(_ definition: Definition) -> SourcePlace {
  definition.scope?.place.extended(overKey: "scope") ?? definition.place
}

private func name(_ scope: Scope, _ draft: PlanDraft) -> String {
  switch scope {
  case .singleton: "singleton"
  case .transient: "transient"
  case .graph: "graph"
  case .weak: "weak"
  case .named(let index): draft.definitions.scopes[index].text
  }
}
