import Configuration
import Foundation
import IntegrationSupport
import Patchbay
import PostgresNIO
import Testing
import Valkey

extension Recipes {
  /// The clients run before a hook of another service uses them, and until these are stopped.
  @Suite("Clients")
  struct Clients {
    private static let database = """
      database:
          type: PostgresClient
          arguments: { host: localhost, username: app, password: !secret "" }
      """
    private static let migrations = """
      migrations: { type: Migrations, arguments: { database: !ref database } }
      """

    @Test(
      "run in each order of declaration",
      arguments: [
        "\(database)\n  \(migrations)", "\(migrations)\n  \(database)",
      ])
    func order(_ services: String) async throws {
      let container = try Container(
        loading: .inline("services:\n  \(services)\n"), variables: [:], catalog: .migrations)
      let report = try await container.start()
      #expect(report.services.map(\.key) == ["database", "migrations"])
      try await container.stop()
    }

    @Test("of PostgresNIO run as the article configures them")
    func postgres() async throws {
      let container = try Container(
        loading: Files.configuration("database"),
        variables: ["DATABASE_PASSWORD": "hunter2"], catalog: .migrations)
      let migrations = try container.resolve("migrations", as: Migrations.self)
      try await container.run(until: {})
      #expect(migrations.journal.entries == ["up", "down"])
    }

    @Test("of Valkey run")
    func valkey() async throws {
      let container = try Container(
        loading: .inline(
          "services: { cache: { type: ValkeyClient, arguments: { host: localhost } } }"),
        variables: [:], catalog: .valkey)
      try await container.run(until: {
        let client = try container.resolve("cache", as: ValkeyClient.self)
        #expect(try await client.ping() == "PONG")
      })
    }

    @Test("have what swift-configuration reads")
    func configuration() async throws {
      let reader = ConfigReader(providers: [
        EnvironmentVariablesProvider(environmentVariables: ["DATABASE_PASSWORD": "hunter2"]),
        InMemoryProvider(values: ["database.host": "localhost"]),
      ])
      let patchbay = try container(reading: reader)
      try await patchbay.run(until: {})
      let missing = #expect(throws: DiagnosticsError.self) {
        _ = try container(reading: ConfigReader(providers: []))
      }
      #expect(missing?.diagnostics.count == 2)
    }

    @Test("of a file have what it contains now")
    func reloading() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: file) }
      @Sendable func write(_ text: String) throws {
        try Data(text.utf8).write(to: file, options: .atomic)
      }
      let container = try Container(
        loading: Files.configuration("settings"), variables: [:],
        overlays: [
          .inline("services: { file: { arguments: { path: \(file.path), interval: 1ms } } }")
        ],
        catalog: .settings)
      try write(#"{ "limits": { "uploads": 1 } }"#)
      try await container.run(until: {
        let settings = try container.resolve("settings", as: ConfigReader.self)
        func uploads() -> Int { settings.int(forKey: "limits.uploads", default: 0) }
        #expect(uploads() == 1)
        try write("no JSON")
        try write(#"{ "limits": { "uploads": 2 } }"#)
        while uploads() == 1 { await Task.yield() }
        #expect(uploads() == 2)
      })
    }

    @Test("of a file that is missing fail the start")
    func missingFile() async throws {
      let container = try Container(
        loading: Files.configuration("settings"), variables: [:], catalog: .settings)
      let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
      #expect(error?.diagnostics.map(\.code.name) == ["factory-failed"])
    }
  }
}

/// Uses the database when it starts, and once more when it stops.
final class Migrations: Sendable {
  let database: PostgresClient
  let journal = Journal<String>()

  init(database: PostgresClient) { self.database = database }

  func run(_ direction: String) async throws {
    try await database.query("SELECT 1")
    journal.add(direction)
  }
}

extension FactoryCatalog {
  static let migrations = FactoryCatalog("migrations") {
    FactoryCatalog.postgres
    Factory("Migrations", .service("database"), make: Migrations.init(database:))
      .onStart { try await $0.run("up") }
      .onStop { try await $0.run("down") }
  }
}
