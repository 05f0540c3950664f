import Patchbay
import PatchbayTesting
import Testing

@testable import Shortlinks

/// The program as `Config/services.yaml` wires it for tests, over real HTTP. Every test has a
/// container of its own, and so its own store, its own codes, and its own server.
@Suite(
  .services("../../Config/services.yaml", environment: "test", catalog: .tests, starting: true))
struct WiringTests {
  @Test func makesAndFollowsLinks() throws {
    let server = try Services.current.resolve(.server)
    let client = try server.client()

    let made = try client.post("/links", #"{"url": "https://swift.org/"}"#)
    #expect(made.status == 201)
    #expect(made.headers["location"] == "/links/test-1")
    #expect(made.headers["x-content-type-options"] == "nosniff")
    #expect(
      made.body == """
        {"code":"test-1","createdAt":"2026-01-01T00:00:00Z","target":"https://swift.org/",\
        "url":"http://short.test/test-1"}

        """)
    let followed = try client.get("/test-1")
    #expect(followed.status == 302)
    #expect(followed.headers["location"] == "https://swift.org/")
    #expect(try client.get("/links/test-1").body == made.body)
  }

  @Test func tellsTheHealthOfAllThatIsTagged() throws {
    let server = try Services.current.resolve(.server)
    let client = try server.client()
    let reply = try client.get("/health")
    #expect(reply.status == 200)
    #expect(reply.body == #"{"checks":{"store":"ok"},"healthy":true}"# + "\n")
  }

  @Test(.overlay("Tests/ShortlinksTests/Overlays/store-outage.yaml"))
  func survivesAnOutageOfTheStore() throws {
    let server = try Services.current.resolve(.server)
    let client = try server.client()
    let health = try client.get("/health")
    #expect(health.status == 503)
    #expect(health.body == #"{"checks":{"store":"disk gone"},"healthy":false}"# + "\n")
    let reply = try client.post("/links", "https://swift.org/")
    #expect(reply.status == 500)
    #expect(!reply.body.contains("disk gone"))
  }

  @Test(.overlay("Tests/ShortlinksTests/Overlays/recording-audit.yaml"))
  func tellsEverySinkThatIsTagged() throws {
    let links = try Services.current.resolve(.links)
    _ = try links.shorten("https://swift.org/")
    _ = try links.follow("test-1")
    let recording = try Services.current.resolve(.recording)
    #expect(recording.events.map(\.action) == [.created, .followed])
  }

  @Test(.overlay("../../Config/overlays/read-only.yaml"))
  func makesNoLinksUnderTheReadOnlyOverlay() throws {
    let server = try Services.current.resolve(.server)
    let client = try server.client()
    let reply = try client.post("/links", "https://swift.org/")
    #expect(reply.status == 503)
    #expect(
      reply.body == #"{"error":"new links cannot be made while the database is moved"}"# + "\n")
    #expect(try client.get("/health").status == 200)
  }

  @Test(
    .overlay(
      yaml: """
        services:
          store.cache: { arguments: { capacity: 0 } }
          codes: { arguments: { prefix: other- } }
        """))
  func takesAnOverlayFromAString() throws {
    let links = try Services.current.resolve(.links)
    #expect(try links.shorten("https://swift.org/").code == "other-1")
  }
}
