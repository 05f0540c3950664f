/// What the program is for: making short links and following them.
final class LinkService: Sendable {
  private let store: any LinkStore
  private let codes: any CodeGenerator
  private let time: any TimeSource
  private let audit: any AuditSink
  private let attempts: Int

  /// Creates a service that tries up to `attempts` codes for a new link.
  init(
    store: any LinkStore,
    codes: any CodeGenerator,
    time: any TimeSource,
    audit: any AuditSink,
    attempts: Int
  ) {
    self.store = store
    self.codes = codes
    self.time = time
    self.audit = audit
    self.attempts = attempts
  }

  /// Makes a new link to an address.
  func shorten(_ text: String) throws -> Link {
    let target = try TargetAddress(text).text
    for _ in 0..<attempts {
      let link = Link(code: codes.nextCode(), target: target, createdAt: time.now)
      do {
        try store.insert(link)
      } catch LinkStoreError.codeTaken {
        continue
      }
      audit.record(AuditEvent(.created, link, at: link.createdAt))
      return link
    }
    throw LinkError.noFreeCode(attempts: attempts)
  }

  /// Finds the link behind a code and notes that somebody followed it.
  func follow(_ code: String) throws -> Link {
    let link = try details(of: code)
    audit.record(AuditEvent(.followed, link, at: time.now))
    return link
  }

  /// Finds the link behind a code.
  func details(of code: String) throws -> Link {
    guard let link = try store.link(for: code) else { throw LinkError.unknownCode(code) }
    return link
  }
}
