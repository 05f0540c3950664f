import Testing

@testable import Shortlinks

@Suite(.enabled(if: RedisServer.isInstalled, "needs Redis: Scripts/setup --production"))
struct RedisCacheTests {
  let inner = CountingLinkStore()
  let server: RedisServer

  init() throws {
    server = try RedisServer()
    try inner.insert(.sample("abc"))
  }

  static let degraded = "degraded: links are read from the store alone: "

  func health(of cache: RedisCache) -> String {
    do {
      try cache.checkHealth()
      return "ok"
    } catch {
      return "\(error)"
    }
  }

  @Test func instancesShareWhatOneOfThemRead() throws {
    let (first, second) = (try server.cache(inner), try server.cache(CountingLinkStore()))
    #expect(try first.link(for: "abc") == .sample("abc"))
    // The second store does not have the link.
    #expect(try second.link(for: "abc") == .sample("abc"))
    #expect(inner.reads == 1)
  }

  @Test func theWriterDeletesTheKey() throws {
    let redis = try server.connection()
    _ = try redis.ask("SET", "shortlinks:link:new", "what an earlier database had")
    try server.cache(inner).insert(.sample("new"))
    #expect(try redis.ask("GET", "shortlinks:link:new") == nil)
  }

  @Test func aLinkIsKeptForItsTime() throws {
    let redis = try server.connection()
    _ = try server.cache(inner, ttl: .seconds(3_600)).link(for: "abc")
    let script = "return tostring(redis.call('PTTL', KEYS[1]))"
    let left = try redis.ask("EVAL", script, "1", "shortlinks:link:abc")
    #expect((1...3_600_000).contains(Int(left ?? "") ?? 0))
  }

  @Test func aTimeOfZeroKeepsNothing() throws {
    let cache = try server.cache(inner, ttl: .zero)
    for _ in 0..<2 { #expect(try cache.link(for: "abc") == .sample("abc")) }
    #expect(inner.reads == 2)
    #expect(health(of: cache) == "ok")
  }

  @Test(arguments: ["", "{", "{}", "\u{1F512}"])
  func whatItCannotReadIsReadFromTheStore(text: String) throws {
    _ = try server.connection().ask("SET", "shortlinks:link:abc", text)
    let cache = try server.cache(inner)
    #expect(try cache.link(for: "abc") == .sample("abc"))
    #expect(try cache.link(for: "abc") == .sample("abc"))
    #expect(inner.reads == 1)
  }

  @Test func withoutRedisTheStoreAnswers() throws {
    let cache = try server.cache(inner)
    #expect(try cache.link(for: "abc") == .sample("abc"))
    #expect(health(of: cache) == "ok")
    server.stop()
    for _ in 0..<2 { #expect(try cache.link(for: "abc") == .sample("abc")) }
    #expect(inner.reads == 3)
    try cache.insert(.sample("new"))
    #expect(inner.link(for: "new") == .sample("new"))
    #expect(health(of: cache) == Self.degraded + "no Redis server answers where `url` leads")
    try server.start()
    #expect(health(of: cache) == "ok")
    let reads = inner.reads
    for _ in 0..<3 { #expect(try cache.link(for: "abc") == .sample("abc")) }
    #expect(inner.reads == reads + 1)
  }

  @Test func aRedisThatHaltsDelaysNoRequestForLong() throws {
    let cache = try server.cache(inner, limit: .seconds(2), pause: .seconds(3_600))
    #expect(health(of: cache) == "ok")
    try server.whileHalted {
      // Only the first request waits for the limit.
      for _ in 0..<100 {
        let link = try cache.link(for: "abc")
        #expect(link == .sample("abc"))
      }
      #expect(inner.reads == 100)
      #expect(health(of: cache) == Self.degraded + "no Redis server answers where `url` leads")
    }
  }

  /// Otherwise each request would wait for the limit.
  @Test func aRedisThatDidNotAnswerIsNotAskedForAWhile() throws {
    let cache = try server.cache(inner, pause: .seconds(3_600))
    #expect(try cache.link(for: "abc") == .sample("abc"))
    server.stop()
    #expect(try cache.link(for: "abc") == .sample("abc"))
    try server.start()
    for _ in 0..<2 { #expect(try cache.link(for: "abc") == .sample("abc")) }
    #expect(inner.reads == 4)
    #expect(try server.connection().ask("GET", "shortlinks:link:abc") == nil)
  }

  @Test func aWrongPasswordIsDegraded() throws {
    server.stop()
    try server.start(password: "geheim")
    let cache = try server.cache(inner)
    #expect(try cache.link(for: "abc") == .sample("abc"))
    #expect(health(of: cache) == Self.degraded + "Redis refused what it was asked")
  }
}

@Suite struct RedisAddressTests {
  @Test(
    arguments: [
      ("redis://db", RedisAddress.Place.host("db", port: 6_379), nil),
      ("redis://:p%40ss@db:7000/", .host("db", port: 7_000), "p@ss"),
      ("redis://[::1]:7000", .host("::1", port: 7_000), nil),
      ("unix:/run/redis.sock", .socket(path: "/run/redis.sock"), nil),
    ] as [(String, RedisAddress.Place, String?)])
  func readsAnAddress(text: String, place: RedisAddress.Place, password: String?) throws {
    let address = try RedisAddress(text)
    #expect(address.place == place)
    #expect(address.password == password)
  }

  @Test(arguments: [
    "", "db", "http://db", "redis://", "redis://db:0", "redis://db:70000", "redis://db/1",
    "redis://name:geheim@db", "unix:redis.sock", "redis:// db", "redis://:a%00b@db",
  ])
  func refusesWhatItDoesNotKnow(text: String) {
    #expect(throws: RedisError.wrongAddress) { try RedisAddress(text) }
  }
}
