/// The order of the services of a drawing: columns from left to right, each from top to bottom.
struct Layout {
  /// The keys of each column, and a place for each arrow that passes it.
  private(set) var columns: [[String]] = []
  /// What each arrow leads through, from its beginning to its end.
  private(set) var paths: [[String]] = []

  /// Creates the layout of a graph without cycles: each service is to the right of all that need it.
  init(keys: [String], edges: [(from: String, to: String)]) {
    var column = Dictionary(uniqueKeysWithValues: keys.map { ($0, 0) })
    // No path is longer than the number of services.
    for _ in keys {
      for edge in edges {
        column[edge.to] = max(column[edge.to] ?? 0, (column[edge.from] ?? 0) + 1)
      }
    }
    columns = (0...(column.values.max() ?? 0)).map { index in
      keys.filter { column[$0] == index }
    }
    for edge in edges {
      let passed = (column[edge.from] ?? 0) + 1..<(column[edge.to] ?? 0)
      let places = passed.map { (index: $0, name: "\(edge.from) \(edge.to) \($0)") }
      for place in places { columns[place.index].append(place.name) }
      paths.append([edge.from] + places.map(\.name) + [edge.to])
    }
    for index in columns.indices.dropFirst() { sort(index) }
  }

  /// Puts what a column has next to what leads to it, so that few arrows cross.
  private mutating func sort(_ index: Int) {
    let before = columns[index - 1]
    let ranks = Dictionary(
      uniqueKeysWithValues: columns[index].map { key in
        let callers = paths.compactMap { path -> Int? in
          guard let own = path.firstIndex(of: key), own > 0 else { return nil }
          return before.firstIndex(of: path[own - 1])
        }
        let sum = callers.reduce(0, +)
        return (key, callers.isEmpty ? before.count * 100 : sum * 100 / callers.count)
      })
    columns[index].sort { (ranks[$0] ?? 0, $0) < (ranks[$1] ?? 0, $1) }
  }
}
