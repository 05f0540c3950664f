import PatchbayMacros

protocol Database: Sendable {
  /// Writes all rows or none.
  func commit(_ rows: [String]) async throws
}

/// A stand-in for the client of a database server.
@Provided(as: (any Database).self)
final class DatabaseClient: Database {
  private let connection: Connection

  /// The server is down for the time `unavailable`, to show what a start does then.
  init(url: String, unavailable: Duration = .zero) {
    connection = Connection(unavailable: unavailable)
  }

  /// Keeps the connection until it is cancelled.
  func run() async throws {
    defer { connection.close() }
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  func waitUntilReady() async throws { try connection.open() }

  func commit(_ rows: [String]) async throws { try connection.check() }
}
