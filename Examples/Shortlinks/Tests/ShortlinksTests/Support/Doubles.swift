import Foundation
import Synchronization

@testable import Shortlinks

/// Records what it is given.
final class RecordingAuditSink: AuditSink {
  private let recorded = Mutex<[AuditEvent]>([])

  var events: [AuditEvent] { recorded.withLock { $0 } }

  func record(_ event: AuditEvent) { recorded.withLock { $0.append(event) } }
}

/// A store that is out of order.
struct FailingLinkStore: LinkStore {
  struct Outage: Error, CustomStringConvertible {
    let description: String
  }

  let error: String

  func insert(_ link: Link) throws { throw Outage(description: error) }
  func link(for code: String) throws -> Link? { throw Outage(description: error) }
  func checkHealth() throws { throw Outage(description: error) }
}

/// A time that goes on when the test says so.
final class SteppingTime: TimeSource {
  private let seconds = Mutex(1_767_225_600)

  var now: Date { Date(timeIntervalSince1970: seconds.withLock { Double($0) }) }

  func advance(seconds step: Int) { seconds.withLock { $0 += step } }
}

/// Counts how often the store behind it is read.
final class CountingLinkStore: LinkStore {
  private let inner = MemoryLinkStore()
  private let count = Mutex(0)

  var reads: Int { count.withLock { $0 } }

  func insert(_ link: Link) throws { try inner.insert(link) }

  func link(for code: String) -> Link? {
    count.withLock { $0 += 1 }
    return inner.link(for: code)
  }

  func checkHealth() {}
}

extension Link {
  static func sample(_ code: String, target: String = "https://swift.org/") -> Link {
    Link(code: code, target: target, createdAt: Date(timeIntervalSince1970: 1_767_225_600))
  }
}
