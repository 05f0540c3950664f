import PatchbayDiagnostics

/// Finds the services that need each other.
///
/// Afterwards `components` holds the strongly connected components over what is needed at once, in
/// an order in which each comes after all it depends on. A component of several services, or of one
/// that needs itself, cannot be built and is told.
func findCycles(_ draft: inout PlanDraft) {
  draft.components = stronglyConnectedComponents(count: draft.nodes.count) { index in
    draft.nodes[index].edges.lazy.filter { !$0.isDeferred }.map(\.target)
  }
  for members in draft.components {
    let inside = Set(members)
    guard members.count > 1 || needsItself(members[0], draft),
      let cycle = shortestCycle(in: inside, draft)
    else { continue }
    draft.tell(dependencyCycle(cycle, draft))
  }
}

private func needsItself(_ index: Int, _ draft: PlanDraft) -> Bool {
  draft.nodes[index].edges.contains { $0.target == index && !$0.isDeferred }
}

/// One step of a cycle: a node, and the edge to the next.
private typealias Step = (node: Int, edge: PlanDraft.Edge)

/// The shortest cycle through the member that stands first in the document.
private func shortestCycle(in members: Set<Int>, _ draft: PlanDraft) -> [Step]? {
  guard let start = members.min() else { return nil }
  var arrivals: [Int: Step] = [:]
  var queue = [start]
  var position = 0
  while position < queue.count {
    let index = queue[position]
    position += 1
    for edge in draft.nodes[index].edges where !edge.isDeferred && members.contains(edge.target) {
      if edge.target == start {
        var steps: [Step] = [(index, edge)]
        while let arrival = arrivals[steps[0].node] { steps.insert(arrival, at: 0) }
        return steps
      }
      guard arrivals[edge.target] == nil else { continue }
      arrivals[edge.target] = (index, edge)
      queue.append(edge.target)
    }
  }
  return nil
}

private func dependencyCycle(_ cycle: [Step], _ draft: PlanDraft) -> Diagnostic {
  let keys = cycle.map { draft.nodes[$0.node].key }
  let labels = cycle.enumerated().map { number, step in
    let target = draft.nodes[step.edge.target].key
    let closing = number == cycle.count - 1 && cycle.count > 1 ? ", closing the cycle" : ""
    return Diagnostic.Label(
      step.edge.place,
      cycle.count == 1
        ? "`\(keys[0])` needs itself"
        : "\(number + 1). `\(keys[number])` needs `\(target)`\(closing)"
    )
  }
  let last = cycle[cycle.count - 1].edge.parameter
  return Diagnostic(
    .dependencyCycle,
    keys.count == 1
      ? "`\(keys[0])` depends on itself" : "\(quotedList(keys)) depend on each other",
    labels: labels,
    notes: [
      keys.count == 1
        ? "it cannot be built before itself"
        : "none of the \(numberInWords(keys.count)) can be built first"
    ],
    fixIts: [
      .init(
        "break the cycle where the dependency is only used later: declare that parameter with "
          + "`.provider(\"\(last)\")` in the factory and the service is built on first use"
      )
    ]
  )
}
