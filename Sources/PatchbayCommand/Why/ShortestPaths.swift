import PatchbayCore

/// The shortest chains of dependencies from services to another one.
struct ShortestPaths {
  /// The chains of one start, in the order of the dependencies of each service; at most ``most``.
  private(set) var paths: [[ServiceGraph.Edge]] = []
  /// How many more there are; nil if there are too many to count.
  private(set) var more: Int? = 0

  /// The most chains that are kept: their number can grow with the power of their length.
  static let most = 20

  /// Finds the chains from one service to another; none if it does not need the other.
  init(from start: String, to target: String, _ index: ModelIndex) {
    let distances = Self.distances(to: target, index)
    guard distances[start] != nil, start != target else { return }
    // Depth first, along edges that each lead one step nearer.
    var path: [ServiceGraph.Edge] = []
    var pending = [Self.steps(from: start, distances, index)]
    while var steps = pending.popLast() {
      guard let step = steps.popFirst() else {
        _ = path.popLast()
        continue
      }
      pending.append(steps)
      if step.to == target {
        paths.append(path + [step])
        if paths.count == Self.most { break }
      } else {
        path.append(step)
        pending.append(Self.steps(from: step.to, distances, index))
      }
    }
    more = Self.count(from: start, distances, index).map { $0 - paths.count }
  }

  /// Returns the number of steps from each service that needs the target.
  static func distances(to target: String, _ index: ModelIndex) -> [String: Int] {
    var distances = [target: 0]
    var pending = [target]
    var position = 0
    while position < pending.count {
      let next = pending[position]
      position += 1
      for edge in index.incoming[next] ?? [] where distances[edge.from] == nil {
        distances[edge.from] = (distances[next] ?? 0) + 1
        pending.append(edge.from)
      }
    }
    return distances
  }

  private static func steps(
    from key: String, _ distances: [String: Int], _ index: ModelIndex
  ) -> ArraySlice<ServiceGraph.Edge> {
    guard let distance = distances[key] else { return [] }
    return (index.outgoing[key] ?? []).filter { distances[$0.to] == distance - 1 }[...]
  }

  /// Returns the number of chains; nil if it is greater than an `Int`.
  private static func count(
    from start: String, _ distances: [String: Int], _ index: ModelIndex
  ) -> Int? {
    // From the nearest to the target on, so that the numbers of the next steps are known.
    guard let furthest = distances[start] else { return 0 }
    var counts: [String: Int] = [:]
    for (key, distance) in distances.sorted(by: { $0.value < $1.value }) {
      if distance > furthest { break }
      if distance == 0 {
        counts[key] = 1
        continue
      }
      var count = 0
      for step in steps(from: key, distances, index) {
        let (sum, isTooLarge) = count.addingReportingOverflow(counts[step.to] ?? 0)
        if isTooLarge { return nil }
        count = sum
      }
      counts[key] = count
    }
    return counts[start]
  }
}
