import Foundation
import Testing

@testable import Shortlinks

@Suite(.enabled(if: PostgresServer.isInstalled, "needs PostgreSQL: Scripts/setup --production"))
struct PostgresPoolTests {
  let server: PostgresServer
  let database: String

  init() async throws {
    server = try await PostgresServer.shared.value
    database = try server.database()
  }

  static func process(_ connection: PostgresConnection) throws -> String {
    try connection.run("SELECT pg_backend_pid()")[0][0]
  }

  @Test func replacesALostConnection() throws {
    let pool = try server.pool(database)
    let store = PostgresLinkStore(pool: pool)
    try store.insert(.sample("abc"))
    try server.endConnections(to: database)
    #expect(
      throws: LinkStoreError.unavailable("PostgreSQL: the connection is lost")
    ) { try store.link(for: "abc") }
    #expect(try store.link(for: "abc") == .sample("abc"))
    try store.checkHealth()
  }

  /// The other connections of the pool are lost, too, and cost no request an error of its own.
  @Test func oneErrorReplacesAllConnections() throws {
    let pool = try server.pool(database)
    let both = try pool.withConnection { first in
      try pool.withConnection { second in
        [try Self.process(first), try Self.process(second)]
      }
    }
    #expect(both[0] != both[1])
    try server.endConnections(to: database)
    let store = PostgresLinkStore(pool: pool)
    #expect(throws: LinkStoreError.self) { try store.checkHealth() }
    for _ in 0..<3 { try store.checkHealth() }
  }

  @Test func anExhaustedPoolIsUnavailable() throws {
    let pool = try server.pool(database, size: 2, wait: .milliseconds(20))
    let store = PostgresLinkStore(pool: pool)
    try pool.withConnection { _ in
      _ = try pool.withConnection { _ in
        #expect(
          throws: LinkStoreError.unavailable(
            "PostgreSQL: all 2 connections of the pool are in use, and none was free within 0.02 seconds"
          )
        ) { try store.link(for: "abc") }
      }
    }
    #expect(try store.link(for: "abc") == nil)
  }

  @Test func aServerThatDoesNotAnswerEndsTheRequest() throws {
    let pool = try server.pool(database, limit: .seconds(3))
    let store = PostgresLinkStore(pool: pool)
    let process = try pool.withConnection { try Self.process($0) }
    let identifier = try #require(pid_t(process))
    kill(identifier, SIGSTOP)
    defer { kill(identifier, SIGCONT) }
    #expect(
      throws: LinkStoreError.unavailable("PostgreSQL: no answer within 3.0 seconds")
    ) { try store.link(for: "abc") }
    // Another process answers now: the late answer reaches no request.
    let next = try pool.withConnection { try Self.process($0) }
    #expect(next != process)
  }

  @Test func aFailedStatementLeavesTheConnectionUsable() throws {
    let pool = try server.pool(database)
    let before = try pool.withConnection { try Self.process($0) }
    #expect(
      throws: PostgresError.failed(code: "42P01", message: "relation \"nothing\" does not exist")
    ) { _ = try pool.withConnection { try $0.run("SELECT * FROM nothing") } }
    let after = try pool.withConnection { try Self.process($0) }
    #expect(after == before)
  }

  /// A body that throws within a transaction leaves no trace.
  @Test func aFailedTransactionHasNoEffect() throws {
    struct Stop: Error {}
    let pool = try server.pool(database)
    #expect(throws: Stop.self) {
      try pool.withConnection { connection in
        try connection.transaction {
          try connection.run("INSERT INTO links VALUES ('abc', 'x', 0)")
          throw Stop()
        }
      }
    }
    #expect(try PostgresLinkStore(pool: pool).link(for: "abc") == nil)
  }

  @Test(arguments: [(Duration.zero, false), (.seconds(3_600), true)])
  func closesWhatWasUnusedForTooLong(idle: Duration, isKept: Bool) throws {
    let pool = try server.pool(database, idle: idle)
    let first = try pool.withConnection { try Self.process($0) }
    let second = try pool.withConnection { try Self.process($0) }
    #expect((first == second) == isKept)
  }

  @Test func opensNoMoreConnectionsThanItsSize() async throws {
    let pool = try server.pool(database, size: 3)
    let processes = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 {
        group.addTask { try await pool.withConnectionOnOwnThread { try Self.process($0) } }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect((1...3).contains(processes.count))
  }

  @Test func aPoolWithoutConnectionsIsRefused() throws {
    let error = try #require(throws: DecodingError.self) { try server.pool(database, size: 0) }
    #expect(error.refusal == ["size", "the `size` must be at least 1"])
  }

  @Test func aWrongConnectionStringIsRefused() throws {
    let error = try #require(throws: DecodingError.self) {
      try PostgresPool(
        url: "port=0", size: 1, wait: .seconds(1), idle: .seconds(1), limit: .seconds(1),
        oldestServer: 12)
    }
    let mistake = "the option `port` is no number from 1 to 65535"
    #expect(error.refusal == ["url", "the connection string `url` is wrong: \(mistake)"])
  }

  @Test(arguments: [
    ("guarded", "wrong", PostgresError.refused(code: "28P01")),
    ("guarded", "", .passwordMissing), ("unknown", "", .refused(code: "28000")),
  ])
  func saysWhyTheServerRefuses(user: String, password: String, error: PostgresError) async throws {
    let url = server.url(database, user: user, password: password)
    #expect(throws: error) { try PostgresConnection(PostgresAddress(url), limit: .seconds(60)) }
  }

  @Test func acceptsTheRightPassword() throws {
    let url = server.url(database, user: "guarded", password: "geheim")
    let connection = try PostgresConnection(PostgresAddress(url), limit: .seconds(60))
    #expect(try connection.run("SELECT current_user::text") == [["guarded"]])
  }

  @Test func saysThatADatabaseOrAServerIsMissing() throws {
    #expect(throws: PostgresError.refused(code: "3D000")) { try server.connection(to: "nothing") }
    let nowhere = try PostgresAddress("host=/tmp/no-such-folder dbname=links")
    #expect(throws: PostgresError.noServer) {
      try PostgresConnection(nowhere, limit: .seconds(60))
    }
  }

  @Test func refusesAServerOfAnEarlierVersion() async throws {
    let pool = try PostgresPool(
      url: server.url(database), size: 1, wait: .seconds(1), idle: .seconds(1),
      limit: .seconds(60), oldestServer: 99)
    let found = try server.connection(to: database).serverVersion
    await #expect(throws: PostgresError.oldServer(found: found, oldest: 99)) {
      try await pool.start()
    }
  }
}
