import PatchbayMacros

struct Job: Sendable, Identifiable { let id: Int }

/// A stand-in for the client of a message broker, with one queue.
@Provided
final class BrokerClient: Sendable {
  private let connection = Connection(unavailable: .zero)
  private let queue = AsyncStream.makeStream(of: Job.self)
  private let every: Duration?

  /// A job arrives `every` so often; without it, only those of ``send(_:)``.
  init(url: String, every: Duration? = nil) { self.every = every }

  /// Keeps the connection, and receives jobs, until it is cancelled.
  func run() async throws {
    defer { connection.close() }
    for id in 1... {
      try await Task.sleep(for: every ?? .seconds(3600))
      if every != nil { send(Job(id: id)) }
    }
  }

  func waitUntilReady() async throws { try connection.open() }

  func send(_ job: Job) { queue.continuation.yield(job) }

  /// Waits for a job; nil if the task is cancelled meanwhile.
  func next() async -> Job? { await queue.stream.first { _ in true } }

  /// Returns a job that was taken and not done to the queue, after a pause: it would fail again at once.
  func putBack(_ job: Job) async {
    try? await Task.sleep(for: .seconds(1))
    send(job)
  }
}
