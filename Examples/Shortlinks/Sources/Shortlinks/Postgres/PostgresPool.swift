import Dispatch
import Synchronization

/// Connections to a PostgreSQL server that requests share.
///
/// A caller blocks its thread while it waits, as it does with SQLite: requests run on the server's own
/// threads, and what runs at the start uses ``withConnectionOnOwnThread(_:)``.
final class PostgresPool: Sendable {
  private struct Idle {
    var connection: PostgresConnection
    var since: ContinuousClock.Instant
  }

  let size: Int
  private let address: PostgresAddress
  private let wait: Duration
  private let idleLimit: Duration
  private let limit: Duration
  private let oldestServer: Int
  /// Counts the connections that may still be lent.
  private let free: DispatchSemaphore
  /// Open connections that are not lent, the one used last at the end.
  private let idle = Mutex<[Idle]>([])

  /// Creates a pool that opens its connections as they are needed.
  ///
  /// - Parameters:
  ///   - url: A connection string of PostgreSQL.
  ///   - size: The number of connections that are open at most.
  ///   - wait: How long a caller waits for one that is free.
  ///   - idle: A connection that was unused for so long is closed at the next use of the pool.
  ///   - limit: How long connecting, and each statement, may take.
  ///   - oldestServer: The oldest major version of PostgreSQL to work with.
  /// - Throws: A `DecodingError` that names the argument, where the connection string or the size is wrong.
  init(
    url: String, size: Int, wait: Duration, idle: Duration, limit: Duration, oldestServer: Int
  ) throws {
    guard size > 0 else { throw DecodingError.refused("size", "the `size` must be at least 1") }
    do {
      self.address = try PostgresAddress(url)
    } catch {
      throw DecodingError.refused("url", error.description)
    }
    self.size = size
    self.wait = wait
    self.idleLimit = idle
    self.limit = limit
    self.oldestServer = oldestServer
    self.free = DispatchSemaphore(value: size)
  }

  /// Opens the first connection, so that what is wrong with the server is known before a request comes.
  func start() async throws {
    try await withConnectionOnOwnThread { _ in }
  }

  /// Closes the connections that are not lent.
  func close() { idle.withLock { $0 = [] } }

  /// Lends a connection, which is used by the body alone.
  func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    guard free.wait(timeout: .now() + wait / .seconds(1)) == .success else {
      throw PostgresError.noFreeConnection(of: size, within: wait)
    }
    defer { free.signal() }
    let connection = try takeIdle() ?? open()
    // Also where the body throws: a statement may fail without harm to the connection.
    defer { takeBack(connection) }
    return try body(connection)
  }

  /// Lends a connection to a body that runs on a thread where it may block.
  ///
  /// Each statement of the body may take up to `limit`; without one, up to the limit of the pool. Returns at once
  /// where the task is cancelled: the thread goes on until its statement ends.
  func withConnectionOnOwnThread<Result: Sendable>(
    limit: Duration? = nil, _ body: @escaping @Sendable (PostgresConnection) throws -> Result
  ) async throws -> Result {
    let (results, continuation) = AsyncThrowingStream.makeStream(of: Result.self)
    DispatchQueue.global().async {
      do {
        let result = try self.withConnection { connection in
          connection.limit = limit ?? self.limit
          defer { connection.limit = self.limit }
          return try body(connection)
        }
        continuation.yield(result)
      } catch {
        continuation.finish(throwing: error)
      }
    }
    for try await result in results { return result }
    throw CancellationError()
  }

  private func open() throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection(address, limit: limit)
    guard connection.serverVersion >= oldestServer else {
      throw .oldServer(found: connection.serverVersion, oldest: oldestServer)
    }
    return connection
  }

  private func takeIdle() -> PostgresConnection? {
    let expiry = ContinuousClock.now - idleLimit
    let (taken, expired) = idle.withLock { idle in
      let expired = idle.prefix { $0.since < expiry }
      idle.removeFirst(expired.count)
      return (idle.popLast(), expired)
    }
    // Closed here, after the lock was released.
    _ = consume expired
    return taken?.connection
  }

  private func takeBack(_ connection: PostgresConnection) {
    if connection.isUsable {
      idle.withLock { $0.append(Idle(connection: connection, since: .now)) }
    } else {
      // What ended this connection has most likely ended the others, too.
      close()
    }
  }
}
