import PatchbayDiagnostics

/// Finds the requesters of a service, by the shortest path from an entry point.
///
/// Entry points are the declared roots; without any, the services that no other one needs.
struct RequestPaths {
  private let draft: PlanDraft
  /// The node that each node was first reached from: itself for an entry point, -1 if it is
  /// unreachable.
  private var previous: [Int]

  /// Walks the whole graph once: every path after it costs its own length.
  init(_ draft: PlanDraft, roots: [Int]) {
    self.draft = draft
    previous = [Int](repeating: -1, count: draft.nodes.count)
    var queue = roots.isEmpty ? Self.notNeededByOthers(draft) : roots
    for entry in queue { previous[entry] = entry }
    var position = 0
    while position < queue.count {
      let index = queue[position]
      position += 1
      for edge in draft.edges(of: index) where previous[edge.target] < 0 {
        previous[edge.target] = index
        queue.append(edge.target)
      }
    }
  }

  func isReached(_ index: Int) -> Bool { previous[index] >= 0 }

  /// Returns the steps from an entry point to a node, both included; empty if it is unreachable,
  /// and if the path is longer than `limit`.
  func path(to target: Int, limit: Int) -> [Diagnostic.ResolutionStep] {
    guard isReached(target) else { return [] }
    var steps = [target]
    while let last = steps.last, previous[last] != last {
      guard steps.count < limit else { return [] }
      steps.append(previous[last])
    }
    return steps.reversed().map { index in
      Diagnostic.ResolutionStep(draft.nodes[index].key, draft.nodes[index].place)
    }
  }

  private static func notNeededByOthers(_ draft: PlanDraft) -> [Int] {
    var isNeeded = [Bool](repeating: false, count: draft.nodes.count)
    for edge in draft.edges { isNeeded[edge.target] = true }
    return draft.nodes.indices.filter { !isNeeded[$0] }
  }
}
