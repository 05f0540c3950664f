import Dispatch
import Synchronization
import Testing

@testable import Shortlinks

/// What a server that stops does for its clients.
@Suite(.timeLimit(.minutes(15))) struct HTTPServerStopTests {
  /// Answers no request before it may, and then with the port that its server still has.
  final class Held: HTTPApplication {
    private let isAsked = DispatchSemaphore(value: 0)
    private let mayAnswer = DispatchSemaphore(value: 0)
    let server = Mutex<HTTPServer?>(nil)

    func respond(to request: HTTPRequest) -> HTTPResponse {
      isAsked.signal()
      mayAnswer.wait()
      // For the next one.
      mayAnswer.signal()
      let port = server.withLock { $0 }?.port
      return HTTPResponse(status: 200, body: Array("\(port ?? 0)".utf8))
    }

    /// Waits until as many requests are being answered.
    func waitForRequests(_ count: Int) { for _ in 0..<count { isAsked.wait() } }
    func answer() { mayAnswer.signal() }
  }

  /// Answers at once.
  struct Prompt: HTTPApplication {
    func respond(to request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 200) }
  }

  static func server(
    threads: Int = 2, drainLimit: Duration = .seconds(3_600),
    _ application: any HTTPApplication = Prompt()
  ) throws -> HTTPServer {
    try HTTPServer(
      host: "127.0.0.1", port: 0, threads: threads, wait: .seconds(3_600), bodyLimit: 10_000,
      drainLimit: drainLimit, application: application)
  }

  static let request = "GET / HTTP/1.1\r\nHost: x\r\n"

  /// Some are answered, and the others wait: with the server, or with the system.
  @Test(arguments: [1, 4])
  func answersAllThatWereConnected(threads: Int) async throws {
    let held = Held()
    let server = try Self.server(threads: threads, held)
    held.server.withLock { $0 = server }
    let client = HTTPClient(port: try server.start())
    let requests = try (0..<100).map { number in
      // Half of them would keep their connections.
      try client.begin(Self.request + (number % 2 == 0 ? "Connection: close\r\n" : "") + "\r\n")
    }
    held.waitForRequests(threads)
    let stopping = Task { await server.stop() }
    // From the moment that it begins to stop it has no port.
    while server.port != nil { await Task.yield() }
    held.answer()
    let replies = requests.compactMap { try? $0.reply() }
    await stopping.value
    held.server.withLock { $0 = nil }
    #expect(replies.count == 100)
    #expect(replies.allSatisfy { $0.status == 200 && $0.body == "0" })
    #expect(replies.allSatisfy { $0.headers["connection"]?.lowercased() == "close" })
  }

  @Test func waitsForNoConnectionThatWasAnswered() async throws {
    let server = try Self.server()
    let client = HTTPClient(port: try server.start())
    let kept = try client.begin(Self.request + "\r\n")
    #expect(try kept.head().status == 200)
    await server.stop()
    #expect(throws: HTTPClient.Failure.self) { try client.get("/") }
  }

  @Test func waitsNoLongerThanItsLimitForAClientThatAsksNothing() async throws {
    let server = try Self.server(drainLimit: .milliseconds(1))
    let silent = try HTTPClient(port: try server.start()).begin("")
    await server.stop()
    #expect(throws: HTTPClient.Failure.self) { try silent.reply() }
  }

  @Test func waitsForNoClientWhenItsTaskIsCancelled() async throws {
    let server = try Self.server()
    let silent = try HTTPClient(port: try server.start()).begin("")
    let stopping = Task { await server.stop() }
    stopping.cancel()
    await stopping.value
    #expect(throws: HTTPClient.Failure.self) { try silent.reply() }
  }
}
