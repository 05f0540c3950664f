import Foundation
import Patchbay
import Testing

@testable import Shortlinks

/// The program of the environment `production`, with servers of its own.
@Suite(
  .enabled(
    if: PostgresServer.isInstalled && RedisServer.isInstalled,
    "needs PostgreSQL and Redis: Scripts/setup --production"),
  .timeLimit(.minutes(15)))
struct ProductionTests {
  let folder: TemporaryFolder
  let server: PostgresServer
  let redis: RedisServer
  let database: String

  init() async throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: ConfigurationTests.folder, to: folder.url.appending(path: "Config"))
    server = try await PostgresServer.shared.value
    redis = try RedisServer()
    database = try server.database(empty: true)
  }

  func program(_ url: String? = nil) -> ShortlinksProcess {
    ShortlinksProcess(
      folder: folder,
      variables: [
        "PATCHBAY_ENV": "production", "API_TOKEN": "t0ken", "SITE_URL": "https://short.example",
        "DATABASE_URL": url ?? server.url(database), "REDIS_URL": redis.url,
        "PORT": "0", "PROBE_PORT": "0",
      ])
  }

  /// Makes a link and returns its path.
  func makeLink(_ client: HTTPClient) throws -> String {
    let made = try client.post(
      "/links", "https://swift.org/", headers: ["Authorization": "Bearer t0ken"])
    #expect(made.status == 201, "\(made)")
    return "/" + (try #require(made.headers["location"])).dropFirst("/links/".count)
  }

  @Test func instancesShareTheirLinks() throws {
    // A busy machine may take longer than the limit of production.
    try folder.write(
      "services: { store.cache: { arguments: { limit: 60s } } }", to: "patient.yaml")
    let instances = try (0..<2).map { _ in
      try program().start(["serve", "--overlay", "patient.yaml"])
    }
    let clients = try instances.map { HTTPClient(port: try $0.port()) }
    let path = try makeLink(clients[0])
    for client in clients {
      #expect(try client.get(path).headers["location"] == "https://swift.org/")
      #expect(try client.get("/health").body == #"{"checks":{"store":"ok"},"healthy":true}"# + "\n")
    }
    redis.stop()
    #expect(try clients[1].get(path).status == 302)
    let health = try clients[1].get("/health")
    #expect(health.status == 200)
    #expect(health.body.contains(#""store":"degraded: links are read from the store alone"#))
    for instance in instances {
      instance.process.terminate()
      #expect(try instance.finish().status == 0)
    }
  }

  @Test func aLostDatabaseIsUnavailableUntilItIsBack() throws {
    let instance = try program().start(["serve"])
    let client = HTTPClient(port: try instance.port())
    let path = try makeLink(client)
    try server.connection(to: "postgres").run(
      "ALTER DATABASE \(database) WITH ALLOW_CONNECTIONS false")
    try server.endConnections(to: database)
    for _ in 0..<3 {
      let reply = try client.get(path)
      #expect(reply.status == 503)
      #expect(reply.headers["retry-after"] == "1")
    }
    #expect(try client.get("/health").status == 503)
    try server.connection(to: "postgres").run(
      "ALTER DATABASE \(database) WITH ALLOW_CONNECTIONS true")
    #expect(try client.get(path).status == 302)
    #expect(try client.get("/health").status == 200)
    instance.process.terminate()
    #expect(try instance.finish().status == 0)
  }

  /// Whatever is wrong: the exit code, the place, and no password.
  @Test(arguments: [
    (
      "hosst=db password=geheim",
      "the connection string `url` is wrong: it has an option that PostgreSQL does not know; "
        + "did you mean `host` or `hostaddr`?"
    ),
    (
      "host=/tmp/no-such-folder dbname=links password=geheim",
      "no PostgreSQL server answers where `url` leads"
    ),
  ])
  func saysWhatIsWrongWithTheDatabase(url: String, mistake: String) throws {
    try expectRefusal(of: url, mistake)
  }

  @Test func saysWhatTheServerRefuses() throws {
    try expectRefusal(
      of: server.url(database, user: "guarded", password: "geheim2"),
      "PostgreSQL refused the connection: the name or the password in `url` is wrong")
    try expectRefusal(
      of: server.url("nothing", user: "guarded", password: "geheim"),
      "PostgreSQL refused the connection: the server does not have the database that `url` names")
    let version = try server.connection(to: database).serverVersion
    try expectRefusal(
      of: server.url(database, user: "guarded", password: "geheim"),
      "the server is PostgreSQL \(version), and this program needs 99 or later",
      arguments: "arguments: { oldestServer: 99 }, ")
  }

  @Test func refusesANewerSchema() async throws {
    let steps = LinkMigrations.all + ["CREATE TABLE later (x INTEGER)"]
    try await LinkMigrations(
      pool: server.pool(database), limit: .seconds(60), steps: steps
    ).run()
    try expectRefusal(
      of: server.url(database),
      "the database has schema \(steps.count), and this program knows it up to \(steps.count - 1): "
        + "a later version of the program has changed it",
      by: "database.migrations")
  }

  @Test func aWrongAddressIsReportedWithTheNameOfItsArgument() throws {
    let wrong = [
      ("DATABASE_URL", "port=99999 password=geheim", "database"),
      ("REDIS_URL", "redis://:geheim@", "store.cache"),
    ]
    for (name, text, key) in wrong {
      var program = program()
      program.variables[name] = text
      let result = try program.run("serve")
      #expect(result.status == 69)
      #expect(
        result.errors.contains("the factory of `\(key)` failed at `url`: the "), "\(result.errors)")
      #expect(!result.printed.contains("geheim"))
      #expect(!result.printed.contains("listening"))
    }
  }

  func expectRefusal(
    of url: String, _ mistake: String, by key: String = "database", arguments: String = ""
  ) throws {
    // With a host that does not exist, the program also ends where nothing is refused.
    try folder.write(
      """
      services:
        database: { \(arguments)retry: { attempts: 2, pause: 1ms } }
        server: { arguments: { host: no such host } }
      """, to: "hurry.yaml")
    let result = try program(url).run("serve", "--overlay", "hurry.yaml")
    #expect(result.status == 69)
    #expect(result.errors.contains(": \(mistake)\n  --> Config/services.production.yaml:"))
    #expect(result.errors.contains("`\(key)`"))
    #expect(!result.printed.contains("geheim"))
    #expect(!result.printed.contains("listening"))
  }

  /// The probes answer while the database is still missing.
  @Test func waitsForTheDatabase() async throws {
    let missing = "links_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
    let plan = try ServiceConfiguration(.shared).plan(
      environment: "production", variables: program(server.url(missing)).variables, catalog: .app)
    let container = Container(plan)
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    container.observe(
      ContainerObserver(
        started: { continuation.yield($0.key) },
        attemptFailed: { _ in continuation.yield("failed") }))
    let start = Task { try await container.start() }
    var expected: Set = ["probes", "failed"]
    for await event in events where expected.remove(event) != nil && expected.isEmpty { break }
    let probes = HTTPClient(
      port: try #require(try container.resolve("probes", as: HTTPServer.self).port))
    #expect(try probes.get("/health/live").status == 200)
    let early = try probes.get("/health/ready")
    #expect(early.status == 503)
    #expect(early.body.contains(#"{"ready":false,"state":"starting: "#))
    #expect(early.body.contains("database ("), "\(early)")

    try server.make(missing, empty: true)
    _ = try await start.value
    #expect(try probes.get("/health/ready").body == #"{"ready":true,"state":"started"}"# + "\n")
    let client = HTTPClient(port: try #require(try container.resolve(.server).port))
    #expect(try client.get(makeLink(client)).status == 302)
    try await container.stop()
  }
}
