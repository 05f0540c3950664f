import Foundation
import Testing

@testable import Shortlinks

/// The server on its own, over real sockets.
@Suite struct HTTPServerTests {
  /// Answers with what it was asked.
  struct Echo: HTTPApplication {
    func respond(to request: HTTPRequest) -> HTTPResponse {
      HTTPResponse(
        status: 200,
        headers: ["X-Header": request.headers["x-header"] ?? "none"],
        body: Array("\(request.method) \(request.path) \(request.body.count)".utf8)
      )
    }
  }

  func withServer(
    threads: Int = 2, _ body: (HTTPClient) async throws -> Void
  ) async throws {
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0, threads: threads, bodyLimit: 10_000, application: Echo())
    let port = try server.start()
    #expect(port > 0)
    try await body(HTTPClient(port: port))
    await server.stop()
  }

  @Test(arguments: [1, 4]) func passesRequestsOn(threads: Int) async throws {
    try await withServer(threads: threads) { client in
      let reply = try client.send("GET", "/a%20b?q=1", headers: ["X-HEADER": "yes"])
      #expect(reply.status == 200)
      #expect(reply.body == "GET /a b 0")
      #expect(reply.headers["x-header"] == "yes")
    }
  }

  @Test(arguments: [
    (0, 200), (1, 200), (9_999, 200), (10_000, 200), (10_001, 413), (3_000_000, 413),
  ])
  func limitsBodies(size: Int, status: Int) async throws {
    try await withServer { client in
      let reply = try client.post("/", String(repeating: "x", count: size))
      #expect(reply.status == status)
      #expect(
        reply.body
          == (status == 200
            ? "POST / \(size)" : #"{"error":"the body is longer than 10000 bytes"}"# + "\n"))
    }
  }

  @Test func limitsBodiesOfUnknownLength() async throws {
    try await withServer { client in
      let chunk = "1000\r\n" + String(repeating: "x", count: 4_096) + "\r\n"
      let head =
        "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
      let small = try client.exchange(head + chunk + chunk + "0\r\n\r\n")
      #expect(small.body == "POST / 8192")
      let large = try client.exchange(head + chunk + chunk + chunk + "0\r\n\r\n")
      #expect(large.status == 413)
    }
  }

  @Test(arguments: ["BREW", "PATCH", "OPTIONS", "DELETE"])
  func passesAnyMethodOn(method: String) async throws {
    try await withServer { client in
      let reply = try client.send(method, "/pot")
      #expect(reply.body == "\(method) /pot 0")
    }
  }

  @Test(arguments: ["nonsense\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"])
  func outlivesNonsense(text: String) async throws {
    try await withServer { client in
      _ = try? client.exchange(text)
      let reply = try client.get("/")
      #expect(reply.status == 200)
    }
  }

  @Test func answersManyAtOnce() async throws {
    try await withServer(threads: 4) { client in
      let replies = try await withThrowingTaskGroup { group in
        for number in 0..<40 { group.addTask { try client.get("/\(number)").body } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(replies == Set((0..<40).map { "GET /\($0) 0" }))
    }
  }

  @Test func startsOnceAndStopsForGood() async throws {
    let server = try HTTPServer(
      host: "127.0.0.1", port: 0, threads: 2, bodyLimit: 1, application: Echo())
    let port = try server.start()
    #expect(try server.start() == port)
    await server.stop()
    await server.stop()
    #expect(throws: HTTPClient.Failure.self) { try HTTPClient(port: port).get("/") }
  }

  @Test func saysThatAPortIsTaken() async throws {
    let first = try HTTPServer(
      host: "127.0.0.1", port: 0, threads: 1, bodyLimit: 1, application: Echo())
    let port = try first.start()
    let second = try HTTPServer(
      host: "127.0.0.1", port: port, threads: 1, bodyLimit: 1, application: Echo())
    let error = #expect(throws: HTTPServerError.self) { try second.start() }
    #expect(
      error?.description
        == "cannot listen on 127.0.0.1 port \(port): is another program using that port?")
    await first.stop()
  }

  @Test func saysThatItCannotListen() throws {
    let server = try HTTPServer(
      host: "no such host", port: 0, threads: 1, bodyLimit: 1, application: Echo())
    #expect(throws: HTTPServerError.self) { try server.start() }
  }

  @Test(arguments: [
    (-1, 4, ["port", "the `port` must be from 0 to 65535"]),
    (65_536, 4, ["port", "the `port` must be from 0 to 65535"]),
    (0, 0, ["threads", "the number of `threads` must be at least 1"]),
  ])
  func refusesNumbersThatCannotBe(port: Int, threads: Int, refusal: [String]) throws {
    let error = try #require(throws: DecodingError.self) {
      try HTTPServer(
        host: "127.0.0.1", port: port, threads: threads, bodyLimit: 1, application: Echo())
    }
    #expect(error.refusal == refusal)
  }

  /// A zero byte ends no path: what follows it would be dropped.
  @Test(arguments: [
    ("/CODE%00x", "/CODE%00x"), ("/%2500", "/%00"), ("/%41%c3%B6", "/A\u{F6}"),
    ("/%zz%4", "/%zz%4"),
    ("/%", "/%"), ("/a%", "/a%"), ("/a+b", "/a+b"),
  ])
  func decodesPaths(path: String, decoded: String) async throws {
    try await withServer { client in
      let reply = try client.get(path)
      #expect(reply.body == "GET \(decoded) 0")
    }
  }
}
