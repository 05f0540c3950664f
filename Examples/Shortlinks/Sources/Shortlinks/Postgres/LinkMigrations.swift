/// Brings the tables of a database to the form that this program needs.
final class LinkMigrations: Sendable {
  /// The changes since the first version, in their order; one that was released is never edited.
  static let all = [
    """
    CREATE TABLE links (
      code TEXT COLLATE "C" PRIMARY KEY, target TEXT NOT NULL, created_at BIGINT NOT NULL
    )
    """
  ]

  private let pool: PostgresPool
  private let limit: Duration
  private let steps: [String]

  /// Creates the changes of a database; each of them has to end within `limit`.
  convenience init(pool: PostgresPool, limit: Duration) {
    self.init(pool: pool, limit: limit, steps: Self.all)
  }

  init(pool: PostgresPool, limit: Duration, steps: [String]) {
    self.pool = pool
    self.limit = limit
    self.steps = steps
  }

  /// Applies the steps that the database does not have yet: all of them, or none.
  ///
  /// Several instances may start at once: the first one applies the steps, and the others wait for it.
  func run() async throws {
    try await pool.withConnectionOnOwnThread(limit: limit) { [steps] connection in
      try connection.transaction {
        // Held until the transaction ends; the number is this program's.
        try connection.run("SELECT pg_advisory_xact_lock(7223105)")
        let version = try Self.version(of: connection)
        guard version <= steps.count else {
          throw PostgresError.newerSchema(found: version, known: steps.count)
        }
        guard version < steps.count else { return }
        for step in steps[version...] { try connection.run(step) }
        try connection.run("CREATE TABLE IF NOT EXISTS links_schema (version INTEGER NOT NULL)")
        try connection.run("DELETE FROM links_schema")
        try connection.run("INSERT INTO links_schema VALUES ($1::integer)", ["\(steps.count)"])
      }
    }
  }

  private static func version(of connection: PostgresConnection) throws -> Int {
    let exists = try connection.run("SELECT to_regclass('links_schema') IS NOT NULL")
    guard exists == [["t"]] else { return 0 }
    let rows = try connection.run("SELECT version FROM links_schema")
    return rows.first?.first.flatMap { Int($0) } ?? 0
  }
}
