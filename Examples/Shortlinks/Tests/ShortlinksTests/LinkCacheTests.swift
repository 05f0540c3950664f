import Testing

@testable import Shortlinks

/// What every cache promises, asked of each of them.
@Suite struct LinkCacheTests {
  enum Kind: CaseIterable, CustomTestStringConvertible {
    case memory, redis

    static let installed = allCases.filter { $0 == .memory || RedisServer.isInstalled }

    var testDescription: String { "\(self)" }

    func make(_ inner: any LinkStore) throws -> (any LinkStore, RedisServer?) {
      switch self {
      case .memory:
        let cache = CachingLinkStore(
          inner: inner, time: SystemTime(), capacity: 10, ttl: .seconds(60))
        return (cache, nil)
      case .redis:
        let server = try RedisServer()
        return (try server.cache(inner), server)
      }
    }
  }

  let inner = CountingLinkStore()

  @Test(arguments: Kind.installed) func readsALinkOnce(kind: Kind) throws {
    let (cache, server) = try kind.make(inner)
    defer { withExtendedLifetime(server) {} }
    let link = Link.sample("abc", target: "https://example.com/?q=\"\\\r\n\u{E9}")
    try inner.insert(link)
    for _ in 0..<5 { #expect(try cache.link(for: "abc") == link) }
    #expect(inner.reads == 1)
  }

  @Test(arguments: Kind.installed) func asksAgainForWhatWasMissing(kind: Kind) throws {
    let (cache, server) = try kind.make(inner)
    defer { withExtendedLifetime(server) {} }
    #expect(try cache.link(for: "abc") == nil)
    try inner.insert(.sample("abc"))
    #expect(try cache.link(for: "abc") == .sample("abc"))
  }

  @Test(arguments: Kind.installed) func keepsCodesApart(kind: Kind) throws {
    let (cache, server) = try kind.make(inner)
    defer { withExtendedLifetime(server) {} }
    for code in ["a", "A", "b"] { try cache.insert(.sample(code, target: "https://\(code)")) }
    for code in ["a", "A", "b", "a", "A", "b"] {
      #expect(try cache.link(for: code)?.target == "https://\(code)")
    }
  }

  @Test(arguments: Kind.installed) func passesOnWhatTheStoreRefuses(kind: Kind) throws {
    let (cache, server) = try kind.make(inner)
    defer { withExtendedLifetime(server) {} }
    try cache.insert(.sample("abc"))
    #expect(throws: LinkStoreError.codeTaken("abc")) { try cache.insert(.sample("abc")) }
    let (broken, other) = try kind.make(FailingLinkStore(error: "disk gone"))
    defer { withExtendedLifetime(other) {} }
    #expect(throws: FailingLinkStore.Outage.self) { try broken.link(for: "abc") }
    #expect(throws: FailingLinkStore.Outage.self) { try broken.checkHealth() }
  }
}
