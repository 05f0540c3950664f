#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps links in a PostgreSQL database that several instances of the program share.
final class PostgresLinkStore: LinkStore {
  private let pool: PostgresPool

  /// Creates a store over a database that has the tables of ``LinkMigrations``.
  init(pool: PostgresPool) {
    self.pool = pool
  }

  func insert(_ link: Link) throws {
    // Whole milliseconds: what is read back is what was kept.
    let milliseconds = Int64((link.createdAt.timeIntervalSince1970 * 1_000).rounded())
    let inserted = try rows(
      """
      INSERT INTO links (code, target, created_at) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING RETURNING code
      """, link.code, link.target, "\(milliseconds)")
    if inserted.isEmpty { throw LinkStoreError.codeTaken(link.code) }
  }

  func link(for code: String) throws -> Link? {
    try rows("SELECT code, target, created_at FROM links WHERE code = $1", code).first.map { row in
      Link(
        code: row[0],
        target: row[1],
        createdAt: Date(timeIntervalSince1970: (Double(row[2]) ?? 0) / 1_000)
      )
    }
  }

  func checkHealth() throws {
    _ = try rows("SELECT count(*) FROM (SELECT 1 FROM links LIMIT 1) AS probe")
  }

  private func rows(_ sql: String, _ values: String...) throws -> [[String]] {
    do {
      return try pool.withConnection { try $0.run(sql, values) }
    } catch let error as PostgresError where error.isOutage {
      throw LinkStoreError.unavailable(error.description)
    }
  }
}
