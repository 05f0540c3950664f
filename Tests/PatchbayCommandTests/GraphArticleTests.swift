import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

/// What the article shows is what happens.
@Suite("The article on the graph")
struct GraphArticleTests {
  private let article: [String]

  init() throws {
    let file = Project.folder.appending(path: "Sources/Patchbay/Patchbay.docc/SeeTheWiring.md")
    article = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  private func graph(_ words: String...) async throws -> String {
    let recorder = Recorder()
    let yaml = try fencedBlocks("yaml", of: article)[0]
    let command = PatchbayCommand(
      "app", catalog: Self.catalog, configuration: .bytes(Array(yaml.utf8), name: "services.yaml"),
      variables: ["DATABASE_URL": "postgres://user:hunter2@localhost"], output: recorder.output())
    #expect(await command.run(["graph"] + words) == 0)
    #expect(recorder.problem == "")
    return recorder.result + "\n"
  }

  @Test("shows the tree that is drawn")
  func tree() async throws {
    let drawn = try await graph()
    let shown = try fencedBlocks("text", of: article)[0]
    #expect(drawn == shown)
  }

  @Test("shows the Mermaid that is written")
  func mermaid() async throws {
    let drawn = try await graph("users", "--format", "mermaid")
    let shown = try fencedBlocks("mermaid", of: article)[0]
    #expect(drawn == shown)
  }

  private struct Pool {}
  private struct Users { var pool: Pool }
  private struct Audit {}
  private struct Sessions {}
  private struct Server {
    var users: Users
    var sinks: [Audit]
    var sessions: Sessions
  }

  private static let catalog = FactoryCatalog("app") {
    Factory(async: "ConnectionPool", .value("url")) { (url: String) async -> Pool in Pool() }
    Factory("PostgresUserStore", .service("pool"), make: Users.init(pool:))
    Factory("CachingUserStore", .service("inner")) { (inner: Users) -> Users in inner }
    Factory("FileAudit") { Audit() }
    Factory("Sessions") { Sessions() }
    Factory(
      "Server", .service("users"), .services("sinks"), .service("sessions"),
      make: Server.init(users:sinks:sessions:))
    Factory("JobRunner", .provider("server", as: Server.self), .resolver) {
      (server: Provider<Server>, resolver: Resolver) -> Audit in Audit()
    }
  }
}
