import PatchbayDiagnostics

/// Answers who asked for a service, by the shortest way from an entry point.
///
/// Entry points are the declared roots; without any, the services that no other one needs.
struct RequestPaths {
  private let nodes: [PlanDraft.Node]
  private let roots: [Int]

  init(nodes: [PlanDraft.Node], roots: [Int]) {
    self.nodes = nodes
    self.roots = roots
  }

  func path(to target: Int) -> [Diagnostic.ResolutionStep] {
    var previous: [Int: Int] = [:]
    var queue = entryPoints
    var seen = Set(queue)
    var position = 0
    while position < queue.count {
      let index = queue[position]
      position += 1
      if index == target { break }
      for edge in nodes[index].edges where seen.insert(edge.target).inserted {
        previous[edge.target] = index
        queue.append(edge.target)
      }
    }
    guard seen.contains(target) else { return [] }
    var steps = [target]
    while let before = previous[steps[steps.count - 1]] { steps.append(before) }
    return steps.reversed().map { index in
      Diagnostic.ResolutionStep(nodes[index].key, nodes[index].definition.place)
    }
  }

  private var entryPoints: [Int] {
    if !roots.isEmpty { return roots }
    var needed = Set<Int>()
    for node in nodes { for edge in node.edges { needed.insert(edge.target) } }
    return nodes.indices.filter { !needed.contains($0) }
  }
}
