import Synchronization

/// How far the program has started, as whatever starts it reports.
final class StartProgress: Sendable {
  struct Report: Sendable, Codable, Equatable {
    var ready: Bool
    var state: String
  }

  private let source = Mutex<(@Sendable () -> Report)?>(nil)

  /// Sets where the reports come from.
  func follow(_ source: @escaping @Sendable () -> Report) {
    self.source.withLock { $0 = source }
  }

  var report: Report {
    // Called after the lock was released.
    let source = source.withLock { $0 }
    return source?() ?? Report(ready: false, state: "not started")
  }
}
