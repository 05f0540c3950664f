import Synchronization

/// A stand-in for a connection to a server, which is down at first.
final class Connection: Sendable {
  private let isOpen = Mutex(false)
  private let up: ContinuousClock.Instant

  init(unavailable: Duration) { up = .now + unavailable }

  func open() throws(ConnectionRefused) {
    guard ContinuousClock.now >= up else { throw ConnectionRefused() }
    isOpen.withLock { $0 = true }
  }

  func close() { isOpen.withLock { $0 = false } }

  func check() throws(ConnectionRefused) {
    guard isOpen.withLock({ $0 }) else { throw ConnectionRefused() }
  }
}

struct ConnectionRefused: Error, CustomStringConvertible {
  let description = "connection refused"
}
