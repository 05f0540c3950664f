import PatchbayCore

/// The shortest chains of dependencies from services to one of them.
struct ShortestPaths {
  /// The chains from one service.
  struct Answer {
    /// The chains, in the order of the dependencies of each service; at most ``mostPaths``.
    var paths: [[ServiceGraph.Edge]] = []
    /// Whether there are more.
    var hasMore = false
  }

  /// The most chains that are kept of one service: their number can grow with the power of their
  /// length.
  static let mostPaths = 20
  /// The most dependencies in the chains of one service, unless the first has more.
  static let mostSteps = 2_000

  private let target: String
  private let index: ModelIndex
  /// The number of steps from each service that needs the target.
  private let distances: [String: Int]

  /// Finds the services that need one.
  ///
  /// The cost is linear in the size of the graph.
  init(to target: String, _ index: ModelIndex) {
    (self.target, self.index) = (target, index)
    var distances = [target: 0]
    var ring = [target]
    var distance = 0
    while !ring.isEmpty {
      distance += 1
      var next: [String] = []
      for key in ring {
        for edge in index.incoming[key] ?? [] {
          guard distances[edge.from] == nil else { continue }
          distances[edge.from] = distance
          next.append(edge.from)
        }
      }
      ring = next
    }
    self.distances = distances
  }

  /// Whether a service needs the target, directly or not.
  func isNeeded(by key: String) -> Bool { distances[key].map { $0 > 0 } ?? false }

  /// Returns the chains from a service that needs the target.
  func paths(from start: String) -> Answer {
    var answer = Answer()
    // Depth first, along edges that each lead one step nearer.
    var path: [ServiceGraph.Edge] = []
    var pending = [steps(from: start)]
    var length = 0
    while var steps = pending.popLast() {
      guard let step = steps.popFirst() else {
        _ = path.popLast()
        continue
      }
      pending.append(steps)
      if step.to == target {
        answer.paths.append(path + [step])
        length += path.count + 1
        if answer.paths.count == Self.mostPaths || length >= Self.mostSteps {
          answer.hasMore = pending.contains { !$0.isEmpty }
          break
        }
      } else {
        path.append(step)
        pending.append(self.steps(from: step.to))
      }
    }
    return answer
  }

  private func steps(from key: String) -> ArraySlice<ServiceGraph.Edge> {
    guard let distance = distances[key] else { return [] }
    return (index.outgoing[key] ?? []).filter { distances[$0.to] == distance - 1 }[...]
  }
}
