import Testing

@testable import Shortlinks

@Suite struct CachingLinkStoreTests {
  let inner = CountingLinkStore()
  let time = SteppingTime()

  func cache(capacity: Int = 10) -> CachingLinkStore {
    CachingLinkStore(inner: inner, time: time, capacity: capacity, ttl: .seconds(60))
  }

  @Test func readsANewLinkNotAtAll() throws {
    let cache = cache()
    try cache.insert(.sample("abc"))
    #expect(try cache.link(for: "abc")?.code == "abc")
    #expect(inner.reads == 0)
  }

  @Test func forgetsAfterItsTime() throws {
    let cache = cache()
    try cache.insert(.sample("abc"))
    time.advance(seconds: 59)
    _ = try cache.link(for: "abc")
    #expect(inner.reads == 0)
    time.advance(seconds: 1)
    _ = try cache.link(for: "abc")
    #expect(inner.reads == 1)
  }

  @Test func holdsNoMoreThanItsCapacity() {
    var recent = RecentLinks(capacity: 10)
    for number in 0..<1_000 { recent.remember(.sample("\(number)"), until: .distantFuture) }
    #expect(recent.count <= 10)
    #expect(recent.link(for: "999", now: time.now) != nil)
    #expect(recent.link(for: "0", now: time.now) == nil)
  }

  @Test func keepsWhatIsAskedFor() {
    var recent = RecentLinks(capacity: 10)
    recent.remember(.sample("hot"), until: .distantFuture)
    for number in 0..<100 {
      recent.remember(.sample("\(number)"), until: .distantFuture)
      #expect(recent.link(for: "hot", now: time.now) != nil)
    }
  }

  @Test(arguments: [-1, 0, 1])
  func worksWithoutRoom(capacity: Int) throws {
    let cache = cache(capacity: capacity)
    try cache.insert(.sample("abc"))
    #expect(try cache.link(for: "abc")?.code == "abc")
    #expect(inner.reads == 1)
  }
}
