import Synchronization

/// Wraps another store, and answers recent requests from memory.
///
/// Links never change, so what is remembered is never wrong.
final class CachingLinkStore: LinkStore {
  private let inner: any LinkStore
  private let time: any TimeSource
  private let ttl: Duration
  private let recent: Mutex<RecentLinks>

  /// Creates a cache for `capacity` links, each of which is kept for `ttl` after it was read or
  /// made.
  init(inner: any LinkStore, time: any TimeSource, capacity: Int, ttl: Duration) {
    self.inner = inner
    self.time = time
    self.ttl = ttl
    self.recent = Mutex(RecentLinks(capacity: capacity))
  }

  func insert(_ link: Link) throws {
    try inner.insert(link)
    remember(link)
  }

  func link(for code: String) throws -> Link? {
    let now = time.now
    if let link = recent.withLock({ $0.link(for: code, now: now) }) { return link }
    // The lock is not held here: one slow read does not stop the others.
    guard let link = try inner.link(for: code) else { return nil }
    remember(link)
    return link
  }

  func checkHealth() throws {
    try inner.checkHealth()
  }

  private func remember(_ link: Link) {
    let expiry = time.now.addingTimeInterval(ttl / .seconds(1))
    recent.withLock { $0.remember(link, until: expiry) }
  }
}
