import Testing

@testable import Shortlinks

@Suite struct LinkServiceTests {
  let store = MemoryLinkStore()
  let audit = RecordingAuditSink()

  func service(store: (any LinkStore)? = nil, attempts: Int = 3) -> LinkService {
    LinkService(
      store: store ?? self.store,
      codes: SequentialCodeGenerator(prefix: "t"),
      time: FixedTime(now: Link.sample("").createdAt),
      audit: audit,
      attempts: attempts
    )
  }

  @Test func shortensAndFollows() throws {
    let service = service()
    let link = try service.shorten("https://swift.org/")
    #expect(link == .sample("t1"))
    #expect(try service.follow("t1") == link)
    #expect(
      audit.events.map(\.description) == [
        "2026-01-01T00:00:00Z created t1 https://swift.org/",
        "2026-01-01T00:00:00Z followed t1 https://swift.org/",
      ])
  }

  @Test func looksWithoutANote() throws {
    let service = service()
    _ = try service.shorten("https://swift.org/")
    #expect(try service.details(of: "t1").target == "https://swift.org/")
    #expect(audit.events.count == 1)
  }

  @Test func triesAnotherCodeWhereOneIsTaken() throws {
    try store.insert(.sample("t1"))
    try store.insert(.sample("t2"))
    #expect(try service().shorten("https://swift.org/").code == "t3")
  }

  @Test func givesUpAfterItsAttempts() throws {
    for code in ["t1", "t2", "t3"] { try store.insert(.sample(code)) }
    #expect(throws: LinkError.noFreeCode(attempts: 3)) {
      try service().shorten("https://swift.org/")
    }
    #expect(audit.events.isEmpty)
  }

  @Test func namesAnUnknownCode() {
    #expect(throws: LinkError.unknownCode("nope")) { try service().follow("nope") }
  }

  @Test func passesAnOutageOn() {
    let service = service(store: FailingLinkStore(error: "disk gone"))
    #expect(throws: FailingLinkStore.Outage.self) { try service.shorten("https://swift.org/") }
    #expect(audit.events.isEmpty)
  }

  @Test(arguments: [
    ("", LinkError.emptyTarget),
    ("swift.org", .targetNotAbsolute),
    ("/path", .targetNotAbsolute),
    ("https://", .targetNotAbsolute),
    ("https:///path", .targetNotAbsolute),
    ("javascript:alert(1)", .targetNotAbsolute),
    ("ftp://example.com/", .targetNotAbsolute),
    ("https://example.com/a b", .targetHasSpecialCharacters),
    ("https://example.com/\r\nSet-Cookie:x=1", .targetHasSpecialCharacters),
    ("https://exämple.com/", .targetHasSpecialCharacters),
    ("https://example.com/" + String(repeating: "x", count: 2_029), .targetTooLong(limit: 2_048)),
  ])
  func refusesAnAddressThatIsNone(text: String, error: LinkError) {
    #expect(throws: error) { try service().shorten(text) }
  }

  @Test(arguments: [
    "http://example.com", "HTTPS://EXAMPLE.COM/", "https://[::1]:8080/x?y=z#f",
    "https://example.com/" + String(repeating: "x", count: 2_028),
  ])
  func takesAnAddress(text: String) throws {
    #expect(try service().shorten(text).target == text)
  }
}
