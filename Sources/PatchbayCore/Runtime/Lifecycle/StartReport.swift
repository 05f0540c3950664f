/// What `Container.start()` did: which services it started, in which order, and how long each took.
///
/// ```text
/// started 3 services in 42.7 ms
/// service  begun at    build     hook  waited for
/// pool       0.1 ms   1.2 ms  31.0 ms
/// users     32.4 ms   0.4 ms           pool
/// server    32.9 ms   0.2 ms   9.5 ms  users
/// ```
public struct StartReport: Sendable, Hashable {
  /// One started service.
  public struct Service: Sendable, Hashable {
    /// The service's key.
    public let key: String
    /// How long after the beginning of the start its turn came: at once, or when the last of those
    /// that it waited for was started.
    public let begun: Duration
    /// How long it took to build, with whatever it needs that nobody had built before.
    public let build: Duration
    /// How long its `onStart` hook took; nil where it has none.
    public let hook: Duration?
    /// The started services that it waited for: those that it needs, through others too, and those
    /// that its definition names under `after`.
    public let waitedFor: [String]
  }

  /// The services, in the order in which their turns came.
  public let services: [Service]
  /// How long the whole start took.
  public let duration: Duration
}

extension StartReport: CustomStringConvertible {
  /// A table for people, with one line for each service.
  public var description: String {
    let count = services.count
    let title =
      "started \(count == 0 ? "no" : "\(count)") service\(count == 1 ? "" : "s") in "
      + milliseconds(duration)
    guard count > 0 else { return title }
    let rows =
      [["service", "begun at", "build", "hook", "waited for"]]
      + services.map { service in
        [
          service.key, milliseconds(service.begun), milliseconds(service.build),
          service.hook.map(milliseconds) ?? "", service.waitedFor.joined(separator: ", "),
        ]
      }
    return ([title] + aligned(rows, toTheRight: 1...3)).joined(separator: "\n")
  }
}

/// Milliseconds with one decimal: enough to compare, and of one unit in every line.
private func milliseconds(_ duration: Duration) -> String {
  let tenths = Int((duration / .microseconds(100)).rounded())
  return "\(tenths / 10).\(tenths % 10) ms"
}

/// Rows as lines, with their columns one below the other.
private func aligned(_ rows: [[String]], toTheRight: ClosedRange<Int>) -> [String] {
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    var line = ""
    for (column, text) in row.enumerated() {
      let space = String(repeating: " ", count: widths[column] - text.count)
      line += column == 0 ? "" : "  "
      line += toTheRight.contains(column) ? space + text : text + space
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
