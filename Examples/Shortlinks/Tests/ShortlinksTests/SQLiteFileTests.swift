import Patchbay
import Testing

@testable import Shortlinks

/// The program of the environment `development` with its files in a temporary folder.
@Suite struct SQLiteFileTests {
  let folder: TemporaryFolder
  let plan: Plan

  init() throws {
    folder = try TemporaryFolder()
    plan = try ServiceConfiguration(.shared).plan(
      environment: "development",
      overlays: [
        .inline(
          """
          parameters: { http.port: 0 }
          services:
            store: { arguments: { path: \(folder.path("data/links.db")) } }
            audit.file: { arguments: { path: \(folder.path("data/audit.log")) } }
            audit.console: !remove
          """)
      ],
      catalog: .app
    )
  }

  @Test func touchesNoFileBeforeItIsAskedForSomething() throws {
    let container = Container(plan)
    #expect(!folder.contains("data"))
    _ = try container.resolve(.server)
    #expect(folder.contains("data/links.db"))
  }

  @Test func keepsLinksOverAStart() async throws {
    let path = try await withClient { client in
      let made = try client.post("/links", "https://swift.org/")
      #expect(made.status == 201)
      return try #require(made.headers["location"])
    }
    try await withClient { client in
      let details = try client.get(path)
      #expect(details.status == 200)
      #expect(details.body.contains(#""target":"https://swift.org/""#))
    }
    let log = try folder.text(of: "data/audit.log")
    #expect(log.hasSuffix(" created \(path.dropFirst(7)) https://swift.org/\n"))
  }

  @Test func asksTheStoreAndTheLogForTheirHealth() async throws {
    try await withClient { client in
      let reply = try client.get("/health")
      #expect(
        reply.body == #"{"checks":{"audit.file":"ok","store":"ok"},"healthy":true}"# + "\n")
    }
  }

  /// Runs a container of its own, as a new process would.
  private func withClient<Result>(_ body: (HTTPClient) throws -> Result) async throws -> Result {
    let server = try Container(plan).resolve(.server)
    try server.start()
    let result = try body(try server.client())
    await server.stop()
    return result
  }
}
