import Patchbay
import Synchronization
import Testing

@testable import Shortlinks

/// The overlay `request-scope.yaml`, under which each request has services of its own.
struct RequestScopeTests {
  /// Answers with a number that it was made with.
  private struct Numbered: RequestHandler {
    let number: Int

    func respond(to request: HTTPRequest) -> HTTPResponse? {
      HTTPResponse(status: 200, body: Array("\(number)".utf8))
    }
  }

  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  /// The program in the environment `test`, with further overlays and types.
  private static func container(
    _ overlays: ConfigurationSource..., catalog: FactoryCatalog = .app
  ) throws -> Container {
    let overlay = ConfigurationSource(
      stringLiteral: ConfigurationTests.folder.appending(path: "overlays/request-scope.yaml").path)
    let plan = try ServiceConfiguration(.shared).plan(
      environment: "test", overlays: [overlay] + overlays, catalog: catalog)
    return Container(plan)
  }

  @Test func answersAsWithoutScopes() async throws {
    let container = try Self.container()
    _ = try await container.start()
    let client = try container.resolve(.server).client()
    #expect(try client.post("/links", "https://swift.org/").status == 201)
    #expect(try client.get("/test-1").headers["location"] == "https://swift.org/")
    #expect(try client.get("/health").status == 200)
    try await container.stop()
  }

  @Test func eachRequestHasServicesOfItsOwn() async throws {
    let counter = Counter()
    let catalog = FactoryCatalog("numbered") {
      FactoryCatalog.app
      Factory("Numbered") { Numbered(number: counter.next()) }
        .provides { $0 as any RequestHandler }
    }
    let overlay = ConfigurationSource.inline(
      """
      services:
        numbered: { type: Numbered, scope: request }
        router: { arguments: { handlers: [!ref numbered, !ref numbered] } }
      """)
    let container = try Self.container(overlay, catalog: catalog)
    _ = try await container.start()
    let client = try container.resolve(.server).client()
    let numbers = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await FaultTests.onOwnThread { try (0..<25).map { _ in try client.get("/").body } }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.compactMap { Int($0) }.sorted() == Array(1...100))
    try await container.stop()
  }

  @Test func aServiceThatCannotBeBuiltIsAFailureOfTheRequest() async throws {
    struct Broken: Error {}
    let catalog = FactoryCatalog("broken") {
      FactoryCatalog.app
      Factory("Broken") { () throws -> Numbered in throw Broken() }
        .provides { $0 as any RequestHandler }
    }
    let overlay = ConfigurationSource.inline(
      """
      services:
        broken: { type: Broken, scope: request }
        router: { arguments: { handlers: [!ref broken] } }
      """)
    let container = try Self.container(overlay, catalog: catalog)
    _ = try await container.start()
    #expect(try container.resolve(.server).client().get("/").status == 500)
    try await container.stop()
  }
}
