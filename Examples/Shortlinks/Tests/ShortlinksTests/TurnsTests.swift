import Testing

@testable import Shortlinks

/// What a server does where the requests wait for something that does not answer.
@Suite(.timeLimit(.minutes(15))) struct TurnsTests {
  /// Answers for its health at once, and everything else when the test lets it.
  struct Stuck: HTTPApplication {
    let held = HTTPServerStopTests.Held()

    func respond(to request: HTTPRequest) -> HTTPResponse {
      request.path.hasPrefix("/health") ? HTTPResponse(status: 200) : held.respond(to: request)
    }
  }

  static let request = "GET /CODE HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  @Test func refusesWhatGetsNoTurnAndAnswersForItsHealth() async throws {
    let stuck = Stuck()
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0, threads: 4, wait: .milliseconds(1), bodyLimit: 1,
      application: stuck)
    let client = HTTPClient(port: try server.start())
    let first = try (0..<4).map { _ in try client.begin(Self.request) }
    stuck.held.waitForRequests(4)
    let others = try (0..<40).map { _ in try client.begin(Self.request) }
    for path in ["/health", "/health/live"] { #expect(try client.get(path).status == 200) }
    for other in others {
      let reply = try other.reply()
      #expect(reply.status == 503)
      #expect(reply.headers["retry-after"] == "1")
      #expect(
        reply.body == #"{"error":"there are too many requests, please try again later"}"# + "\n")
    }
    stuck.held.answer()
    for request in first { #expect(try request.reply().status == 200) }
    #expect(try client.get("/CODE").status == 200)
    await server.stop()
  }

  /// PostgreSQL and Redis accept connections and answer nothing.
  @Test func silentServersHangNoRequest() async throws {
    let silent = try SilentServer()
    let pool = try PostgresPool(
      url: "host=127.0.0.1 port=\(silent.port) sslmode=disable", size: 2, wait: .milliseconds(1),
      idle: .seconds(60), limit: .milliseconds(10), oldestServer: 12)
    let store = try RedisCache(
      inner: PostgresLinkStore(pool: pool), url: "redis://127.0.0.1:\(silent.port)",
      ttl: .seconds(60), limit: .milliseconds(1), pause: .zero)
    let links = LinkService(
      store: store, codes: SequentialCodeGenerator(prefix: "t"),
      time: FixedTime(now: Link.sample("").createdAt), audit: AuditFanout(sinks: []), attempts: 3)
    let router = Router(
      handlers: [
        HealthEndpoint(checks: ["store": store]),
        LinksEndpoint(links: links, siteURL: "http://short.test"),
      ],
      headers: [:])
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0, threads: 4, wait: .milliseconds(1), bodyLimit: 1,
      application: router)
    let client = HTTPClient(port: try server.start())
    let requests = try (0..<48).map { _ in try client.begin(Self.request) }
    #expect(try client.get("/health").status == 503)
    for request in requests { #expect(try request.reply().status == 503) }
    await server.stop()
  }
}
