import PatchbayDiagnostics

/// A report of `Container.start()`: the started services, their order, and how long each took.
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
    /// The time between the beginning of the start and the beginning of this service: zero, or
    /// until the last service that it waited for was started.
    public let begun: Duration
    /// The time to build it, including the dependencies that were built for it.
    public let build: Duration
    /// The time until its run was ready and its `onStart` hook ended, including failed attempts and
    /// the pauses after them; nil if it has neither `ready` nor a hook.
    public let hook: Duration?
    /// The started services that it waited for: its nearest dependencies, also through services that were not
    /// started, and those that its definition names under `after`.
    public let waitedFor: [String]
    /// Whether it waited for all others that do not lead to a service which resolves dynamically, as it does so itself.
    public internal(set) var waitedForAllOthers = false
    /// The attempts to start it that failed and were followed by another one.
    public internal(set) var failedAttempts: [FailedAttempt] = []
  }

  /// An attempt of a `ready` and an `onStart` hook that failed and was followed by another one.
  public struct FailedAttempt: Sendable, Hashable {
    /// The time between the beginning of the start and the beginning of the attempt.
    public let begun: Duration
    /// The time that the hook took.
    public let duration: Duration
    /// The message of the error, without secrets.
    public let error: String
    /// The pause before the next attempt, as the definition asks for it.
    public let pause: Duration
  }

  /// The services, in the order in which they were begun.
  public let services: [Service]
  /// The time that the whole start took.
  public let duration: Duration
}

extension StartReport: CustomStringConvertible {
  /// A table with one line for each service, and a line for each failed attempt.
  public var description: String {
    let count = services.count
    let title =
      "started \(count == 0 ? "no services" : count.counted("service")) in "
      + milliseconds(duration)
    guard count > 0 else { return title }
    let rows =
      [["service", "begun at", "build", "hook", "waited for"]]
      + services.map { service in
        [
          service.key, milliseconds(service.begun), milliseconds(service.build),
          service.hook.map(milliseconds) ?? "", service.waits.joined(separator: ", "),
        ]
      }
    return ([title] + aligned(rows, toTheRight: 1...3) + attemptLines).joined(separator: "\n")
  }

  private var attemptLines: [String] {
    services.flatMap { service in
      service.failedAttempts.enumerated().map { index, attempt in
        "\(service.key): attempt \(index + 1) failed after \(milliseconds(attempt.duration)): "
          + "\(attempt.error); next after \(milliseconds(attempt.pause))"
      }
    }
  }
}

/// Returns milliseconds with one decimal: precise enough to compare, and the same unit in every
/// line.
func milliseconds(_ duration: Duration) -> String {
  let tenths = Int((duration / .microseconds(100)).rounded())
  return "\(tenths / 10).\(tenths % 10) ms"
}

/// Returns rows as lines with aligned columns.
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

extension StartReport.Service {
  /// What it waited for, as a report shows it.
  var waits: [String] { waitedFor + (waitedForAllOthers ? [LifecycleOrder.allOthersText] : []) }
}
