import Patchbay
import PatchbayMacros
import Synchronization

protocol Metrics: Sendable {
  func count(_ name: String)
}

/// A stand-in for a client that sends what was counted from time to time.
@Provided(as: (any Metrics).self)
final class MetricsClient: Metrics {
  private let interval: Duration
  private let counts = Mutex<[String: Int]>([:])

  init(interval: Duration) { self.interval = interval }

  func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

  /// Sends the counts until a stop is requested, and then the last ones: whatever counts has stopped before.
  func run(stopping: StopRequest) async {
    try? await stopping.cancelWhenRequested {
      while true {
        try await Task.sleep(for: self.interval)
        self.send()
      }
    }
    send()
  }

  private func send() {
    let counts = counts.withLock { $0 }.sorted { $0.key < $1.key }
    if counts.isEmpty { return }
    log("metrics: \(counts.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
  }
}
