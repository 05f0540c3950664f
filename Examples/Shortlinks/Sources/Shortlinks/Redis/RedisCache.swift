import Synchronization

/// Wraps a store, and answers requests for links that any instance of the program read lately from Redis.
///
/// Without Redis, all requests go to the store: the program is slower, and its health is degraded.
final class RedisCache: LinkStore {
  private struct State {
    /// Open connections that no thread uses.
    var idle: [RedisConnection] = []
    /// Redis is not asked before this moment, because it did not answer.
    var pausedUntil: ContinuousClock.Instant?
  }

  private let inner: any LinkStore
  private let address: RedisAddress
  private let ttl: Duration
  private let limit: Duration
  private let pause: Duration
  private let state = Mutex(State())

  /// Creates a cache that connects to Redis when it is first asked.
  ///
  /// - Parameters:
  ///   - inner: The store.
  ///   - url: The address of Redis; see ``RedisAddress``.
  ///   - ttl: How long a link is kept after it was read from the store.
  ///   - limit: How long connecting, and each command, may take.
  ///   - pause: How long Redis is not asked after it did not answer.
  /// - Throws: A `DecodingError` that names the argument, where the address is wrong.
  init(
    inner: any LinkStore, url: String, ttl: Duration, limit: Duration, pause: Duration
  ) throws {
    self.inner = inner
    do {
      self.address = try RedisAddress(url)
    } catch {
      throw DecodingError.refused("url", error.description)
    }
    self.ttl = ttl
    self.limit = limit
    self.pause = pause
  }

  func insert(_ link: Link) throws {
    try inner.insert(link)
    // Another instance reads from the store what this one wrote.
    try? withConnection { _ = try $0.ask("DEL", Self.key(link.code)) }
  }

  func link(for code: String) throws -> Link? {
    if let link = remembered(code) { return link }
    guard let link = try inner.link(for: code) else { return nil }
    remember(link)
    return link
  }

  func checkHealth() throws {
    try inner.checkHealth()
    do {
      try withConnection { _ = try $0.ask("PING") }
    } catch {
      throw Degraded(reason: "links are read from the store alone: \(error)")
    }
  }

  private func remembered(_ code: String) -> Link? {
    let text = try? withConnection { try $0.ask("GET", Self.key(code)) }
    // What cannot be read was written by another version of the program.
    return text.flatMap { try? JSON.decode(Link.self, from: Array($0.utf8)) }
  }

  private func remember(_ link: Link) {
    let milliseconds = Int(ttl / .milliseconds(1))
    guard milliseconds > 0, let bytes = try? JSON.encode(link) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    try? withConnection {
      _ = try $0.ask("SET", Self.key(link.code), text, "PX", "\(milliseconds)")
    }
  }

  private static func key(_ code: String) -> String { "shortlinks:link:\(code)" }

  /// Gives the body a connection of its own for as long as it runs.
  private func withConnection<Result>(
    _ body: (RedisConnection) throws -> Result
  ) throws -> Result {
    let now = ContinuousClock.now
    let (isPaused, idle) = state.withLock { state in
      (state.pausedUntil.map { now < $0 } ?? false, state.idle.popLast())
    }
    if isPaused { throw RedisError.noServer }
    do {
      let connection = try idle ?? RedisConnection(address, limit: limit)
      let result = try body(connection)
      state.withLock { state in
        state.pausedUntil = nil
        state.idle.append(connection)
      }
      return result
    } catch {
      // What ended this connection has most likely ended the others, too.
      let lost = state.withLock { state in
        defer { state.idle = [] }
        state.pausedUntil = .now + pause
        return state.idle
      }
      // Closed here, after the lock was released.
      _ = consume lost
      throw error
    }
  }
}
