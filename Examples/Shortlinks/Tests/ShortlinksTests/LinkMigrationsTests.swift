import Testing

@testable import Shortlinks

@Suite(.enabled(if: PostgresServer.isInstalled, "needs PostgreSQL: Scripts/setup --production"))
struct LinkMigrationsTests {
  let server: PostgresServer
  let database: String
  let pool: PostgresPool

  init() async throws {
    server = try await PostgresServer.shared.value
    database = try server.database(empty: true)
    pool = try server.pool(database)
  }

  /// The tables with their contents, as text.
  func contents() throws -> [[String]] {
    try pool.withConnection { connection in
      let tables = try connection.run(
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1")
      let hasVersion = tables.contains(["links_schema"])
      return tables + (hasVersion ? try connection.run("SELECT version FROM links_schema") : [])
    }
  }

  @Test func makesTheTablesOnce() async throws {
    let migrations = LinkMigrations(pool: pool, limit: .seconds(60))
    try await migrations.run()
    let store = PostgresLinkStore(pool: pool)
    try store.insert(.sample("abc"))
    let before = try contents()
    #expect(before.contains(["links"]) && before.contains(["\(LinkMigrations.all.count)"]))
    try await migrations.run()
    #expect(try contents() == before)
    #expect(try store.link(for: "abc") == .sample("abc"))
  }

  @Test func continuesWhereAnEarlierVersionEnded() async throws {
    try await LinkMigrations(pool: pool, limit: .seconds(60), steps: ["CREATE TABLE a (x INTEGER)"])
      .run()
    let steps = ["this is not run again", "CREATE TABLE b (x INTEGER)", "DROP TABLE a"]
    try await LinkMigrations(pool: pool, limit: .seconds(60), steps: steps).run()
    #expect(try contents() == [["b"], ["links_schema"], ["3"]])
  }

  @Test func aStepThatFailsChangesNothing() async throws {
    let steps = ["CREATE TABLE a (x INTEGER)", "CREATE TABLE a (x INTEGER)"]
    await #expect(
      throws: PostgresError.failed(code: "42P07", message: "relation \"a\" already exists")
    ) { try await LinkMigrations(pool: pool, limit: .seconds(60), steps: steps).run() }
    #expect(try contents() == [])
  }

  @Test func instancesThatStartAtOnceWaitForEachOther() async throws {
    let pools = try (0..<8).map { _ in try server.pool(database) }
    try await withThrowingTaskGroup { group in
      for pool in pools {
        group.addTask { try await LinkMigrations(pool: pool, limit: .seconds(60)).run() }
      }
      try await group.waitForAll()
    }
    #expect(try contents().contains(["\(LinkMigrations.all.count)"]))
  }

  @Test func aNewerSchemaIsRefusedAndNotChanged() async throws {
    let steps = LinkMigrations.all + ["CREATE TABLE later (x INTEGER)"]
    try await LinkMigrations(pool: pool, limit: .seconds(60), steps: steps).run()
    let before = try contents()
    let error = await #expect(throws: PostgresError.self) {
      try await LinkMigrations(pool: pool, limit: .seconds(60)).run()
    }
    #expect(error == .newerSchema(found: steps.count, known: steps.count - 1))
    #expect(try contents() == before)
  }

  /// The limit of the pool is that of requests, and holds for them again afterwards.
  @Test func aStepMayTakeLongerThanARequest() async throws {
    let pool = try server.pool(database, size: 1, limit: .seconds(2))
    let steps = ["SELECT pg_sleep(2.2)", "CREATE TABLE a (x INTEGER)"]
    try await LinkMigrations(pool: pool, limit: .seconds(60), steps: steps).run()
    #expect(try contents() == [["a"], ["links_schema"], ["2"]])
    #expect(try pool.withConnection { $0.limit } == .seconds(2))
  }

  @Test func aStepThatTakesLongerThanItsLimitChangesNothing() async throws {
    let steps = ["CREATE TABLE a (x INTEGER)", "SELECT pg_sleep(60)"]
    await #expect(throws: PostgresError.noAnswer(within: .seconds(1))) {
      try await LinkMigrations(pool: pool, limit: .seconds(1), steps: steps).run()
    }
    // The server may be at the statement still, which holds a lock.
    try server.endConnections(to: database)
    #expect(try contents() == [])
  }
}
