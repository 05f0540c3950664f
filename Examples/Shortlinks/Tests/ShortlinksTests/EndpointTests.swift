import Patchbay
import Testing

@testable import Shortlinks

/// The answers of the endpoints; no server in between.
@Suite struct EndpointTests {
  let router: Router

  init() {
    let service = LinkService(
      store: MemoryLinkStore(),
      codes: SequentialCodeGenerator(prefix: "t"),
      time: FixedTime(now: Link.sample("").createdAt),
      audit: AuditFanout(sinks: []),
      attempts: 3
    )
    router = Router(
      handlers: [
        HealthEndpoint(checks: ["store": MemoryLinkStore()]),
        LinksEndpoint(links: service, siteURL: "http://short.test"),
      ],
      headers: ["X-Added": "yes"]
    )
  }

  func ask(
    _ method: String, _ path: String, _ body: String = "", type: String? = nil
  ) -> HTTPResponse {
    router.respond(
      to: HTTPRequest(
        method: method, path: path, headers: type.map { ["content-type": $0] } ?? [:],
        body: Array(body.utf8)))
  }

  @Test(arguments: [
    (#"{"url": "https://swift.org/"}"#, "application/json"),
    (#" {"url": "https://swift.org/", "more": 1} "#, nil),
    ("https://swift.org/", nil),
    ("  https://swift.org/\r\n", "text/plain"),
  ])
  func makesALink(body: String, type: String?) {
    let response = ask("POST", "/links", body, type: type)
    #expect(response.status == 201)
    #expect(response.headers["Location"] == "/links/t1")
    #expect(response.headers["X-Added"] == "yes")
    #expect(
      response.text == """
        {"code":"t1","createdAt":"2026-01-01T00:00:00Z","target":"https://swift.org/",\
        "url":"http://short.test/t1"}

        """)
    #expect(ask("GET", "/t1").headers["Location"] == "https://swift.org/")
    #expect(ask("HEAD", "/t1").status == 302)
    #expect(ask("GET", "/links/t1").text == response.text)
  }

  @Test(arguments: [
    ("", nil), ("   ", nil), ("{", nil), (#"{"uri": "https://swift.org/"}"#, nil),
    (#"{"url": 7}"#, "application/json"), ("https://swift.org/", "application/json"),
  ])
  func wantsABodyThatItKnows(body: String, type: String?) {
    let response = ask("POST", "/links", body, type: type)
    #expect(response.status == 400)
    #expect(
      response.text
        == #"{"error":"the body must be an address or JSON such as {\"url\": \"https://…\"}"}"#
        + "\n")
  }

  @Test func wantsABodyOfText() {
    let request = HTTPRequest(method: "POST", path: "/links", body: [0xFF, 0xFE, 0x00])
    #expect(router.respond(to: request).status == 400)
  }

  @Test(arguments: [
    (
      "POST", "/links", "ftp://x", 400,
      "the address must begin with http:// or https:// and name a host"
    ),
    ("POST", "/links", #"{"url":""}"#, 400, "the address to shorten is missing"),
    ("GET", "/nope", "", 404, "there is no link with the code 'nope'"),
    ("GET", "/links/nope", "", 404, "there is no link with the code 'nope'"),
    ("GET", "/", "", 404, "there is nothing at /"),
    ("GET", "/a/b", "", 404, "there is nothing at /a/b"),
    ("GET", "/links/a/b", "", 404, "there is nothing at /links/a/b"),
    ("GET", "/links", "", 405, "GET is not possible here, only POST"),
    ("DELETE", "/links/t1", "", 405, "DELETE is not possible here, only GET"),
    ("POST", "/t1", "", 405, "POST is not possible here, only GET"),
    ("POST", "/health", "", 405, "POST is not possible here, only GET"),
  ])
  func refusesInPlainWords(
    method: String, path: String, body: String, status: Int, reason: String
  ) throws {
    let response = ask(method, path, body)
    #expect(response.status == status)
    #expect(try JSON.decode([String: String].self, from: response.body) == ["error": reason])
    #expect(response.headers["Content-Type"] == "application/json")
  }

  @Test func tellsItsHealth() {
    let response = ask("GET", "/health")
    #expect(response.status == 200)
    #expect(response.text == #"{"checks":{"store":"ok"},"healthy":true}"# + "\n")
  }

  @Test func tellsWhatIsIll() {
    let endpoint = HealthEndpoint(checks: [
      "store": FailingLinkStore(error: "disk gone"), "other": MemoryLinkStore(),
    ])
    let response = try? endpoint.respond(to: HTTPRequest(method: "GET", path: "/health"))
    #expect(response?.status == 503)
    #expect(
      response?.text
        == #"{"checks":{"other":"ok","store":"disk gone"},"healthy":false}"# + "\n")
  }

  @Test func whatIsDegradedIsHealthy() throws {
    struct Slow: HealthCheck {
      func checkHealth() throws { throw Degraded(reason: "no cache") }
    }
    let endpoint = HealthEndpoint(checks: ["store": Slow()])
    let response = try endpoint.respond(to: HTTPRequest(method: "GET", path: "/health"))
    #expect(response?.status == 200)
    #expect(response?.text == #"{"checks":{"store":"degraded: no cache"},"healthy":true}"# + "\n")
  }

  @Test func whatIsUnavailableMayWorkLater() throws {
    struct Unavailable: RequestHandler {
      func respond(to request: HTTPRequest) throws -> HTTPResponse? {
        throw LinkStoreError.unavailable("the reason")
      }
    }
    let router = Router(handlers: [Unavailable()], headers: [:])
    let response = router.respond(to: HTTPRequest(method: "GET", path: "/abc"))
    #expect(response.status == 503)
    #expect(response.headers["Retry-After"] == "1")
    #expect(
      response.text == #"{"error":"links cannot be reached, please try again later"}"# + "\n")
  }

  @Test func probesSayHowFarTheStartIs() async throws {
    let container = Container(try ServiceConfiguration(.inline("")).plan(catalog: .app))
    let router = Router(
      handlers: [ProbeEndpoint { container.readiness }], headers: [:])
    func ask(_ path: String) -> String {
      let response = router.respond(to: HTTPRequest(method: "GET", path: path))
      return "\(response.status) \(response.text)"
    }
    #expect(ask("/health/live") == #"200 {"live":true}"# + "\n")
    let early = #"503 {"ready":false,"state":"not started: 0 of 0 services have started"}"#
    #expect(ask("/health/ready") == early + "\n")
    try await container.start()
    #expect(ask("/health/ready") == #"200 {"ready":true,"state":"started"}"# + "\n")
    #expect(ask("/health").hasPrefix("404"))
    let posted = router.respond(to: HTTPRequest(method: "POST", path: "/health/ready"))
    #expect(posted.status == 405)
  }

  @Test func gateLetsReadersPass() {
    let gate = ReadOnlyGate(reason: "moving house")
    #expect(gate.respond(to: HTTPRequest(method: "GET", path: "/x")) == nil)
    let refusal = gate.respond(to: HTTPRequest(method: "POST", path: "/links"))
    #expect(refusal?.text == #"{"error":"moving house"}"# + "\n")
  }

  @Test(
    arguments: [
      (nil, 401), ("", 401), ("Bearer", 401), ("Bearer wrong!", 401), ("bearer secret", 401),
      ("Bearer secret ", 401), ("Bearer secret", nil),
    ] as [(String?, Int?)])
  func gateAsksForTheToken(credentials: String?, status: Int?) {
    let gate = TokenGate(token: "secret")
    let headers = credentials.map { ["authorization": $0] } ?? [:]
    let request = HTTPRequest(method: "POST", path: "/links", headers: headers)
    #expect(gate.respond(to: request)?.status == status)
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
