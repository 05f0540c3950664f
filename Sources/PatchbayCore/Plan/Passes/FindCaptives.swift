import PatchbayDiagnostics

/// Finds services that would keep a shorter-lived one alive.
///
/// A transient lives as long as what it is built for, so its needs count as its owner's: the search
/// goes through transients. Deferred needs keep nothing.
func findCaptives(_ draft: inout PlanDraft) {
  guard draft.nodes.contains(where: { if case .named = $0.scope { true } else { false } }) else {
    return
  }
  for index in draft.nodes.indices {
    guard let depth = draft.nodes[index].scope.depth else { continue }
    tellCaptives(of: index, depth, &draft)
  }
}

private func tellCaptives(of owner: Int, _ depth: Int, _ draft: inout PlanDraft) {
  var seen: Set<Int> = [owner]
  // The first edge leads out of the owner and is what its author sees; the rest only explains.
  var pending: [(edge: PlanDraft.Edge, first: PlanDraft.Edge, through: [Int])] =
    draft.nodes[owner].edges.reversed().map { ($0, $0, []) }
  while let (edge, first, through) = pending.popLast() {
    guard edge.timing != .deferred, seen.insert(edge.target).inserted else { continue }
    let target = draft.nodes[edge.target]
    if let targetDepth = target.scope.depth {
      if targetDepth > depth {
        draft.tell(captive(owner, edge.target, first, through, draft))
      }
    } else {
      for next in target.edges.reversed() { pending.append((next, first, through + [edge.target])) }
    }
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
    let names = quotedList(through.map { draft.nodes[$0].key })
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
        "give `\(keeper.key)` the scope `\(keptScope)`, or take `.provider(\"\(edge.parameter)\")` "
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
