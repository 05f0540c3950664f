import PatchbayMacros
import Synchronization

@testable import JobWorker

extension FactoryCatalog {
  /// The types of the program, and those that only tests have.
  static let tests = FactoryCatalog("tests") {
    FactoryCatalog.app
    RecordingMetrics.self
    HeldDatabase.self
  }
}

extension ServiceKey where Service == BrokerClient { static let broker: Self = "broker" }
extension ServiceKey where Service == RecordingMetrics { static let metrics: Self = "metrics" }
extension ServiceKey where Service == HeldDatabase { static let database: Self = "database" }

/// Lets a test wait for what is counted.
@Provided(as: (any Metrics).self)
final class RecordingMetrics: Metrics {
  private let counted = AsyncStream.makeStream(of: String.self)

  init() {}

  func count(_ name: String) { counted.continuation.yield(name) }

  func next() async -> String? { await counted.stream.first { _ in true } }
}

/// Ends a commit when the test lets it.
@Provided(as: (any Database).self)
final class HeldDatabase: Database {
  private let begun = AsyncStream.makeStream(of: Void.self)
  private let released = AsyncStream.makeStream(of: Void.self)
  private let committed = Mutex<[String]>([])
  var rows: [String] { committed.withLock { $0 } }

  init() {}

  func commit(_ rows: [String]) async throws {
    begun.continuation.yield()
    for await _ in released.stream {}
    try Task.checkCancellation()
    committed.withLock { $0 += rows }
  }

  func waitForCommit() async { await begun.stream.first { _ in true } }

  func release() { released.continuation.finish() }
}
