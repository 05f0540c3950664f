import PatchbayDiagnostics

/// Finds the requesters of a service, by the shortest path from an entry point.
///
/// Entry points are the declared roots; without any, the services that no other one needs.
struct RequestPaths {
  private let services: [PlannedService]
  /// The service that each one was first reached from: itself for an entry point, -1 if it is
  /// unreachable.
  private var previous: [Int]

  /// Walks the whole graph once: every path after it costs its own length.
  init(_ services: [PlannedService], _ edges: [Edge], roots: [Int] = []) {
    self.services = services
    previous = [Int](repeating: -1, count: services.count)
    var queue = roots.isEmpty ? Self.notNeededByOthers(services, edges) : roots
    for entry in queue { previous[entry] = entry }
    var position = 0
    while position < queue.count {
      let index = queue[position]
      position += 1
      for edge in edges[services[index].edges] where previous[edge.target] < 0 {
        previous[edge.target] = index
        queue.append(edge.target)
      }
    }
  }

  func isReached(_ index: Int) -> Bool { previous[index] >= 0 }

  /// Returns the steps from an entry point to a service, both included; the service alone if it is
  /// unreachable, and nothing if the path is longer than `limit`.
  func path(to target: Int, limit: Int = .max) -> [Diagnostic.ResolutionStep] {
    var steps = [target]
    while let last = steps.last, isReached(last), previous[last] != last {
      guard steps.count < limit else { return [] }
      steps.append(previous[last])
    }
    return steps.reversed().map { services[$0].step }
  }

  private static func notNeededByOthers(_ services: [PlannedService], _ edges: [Edge]) -> [Int] {
    var isNeeded = [Bool](repeating: false, count: services.count)
    for (index, service) in services.enumerated() {
      for edge in edges[service.edges] where edge.target != index { isNeeded[edge.target] = true }
    }
    return services.indices.filter { !isNeeded[$0] }
  }
}
