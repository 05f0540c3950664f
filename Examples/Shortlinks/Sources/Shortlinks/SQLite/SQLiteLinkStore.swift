import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps links in an SQLite file.
final class SQLiteLinkStore: LinkStore {
  /// The prepared statements of one connection; the lock around them lets one thread in at a time.
  private struct Database: ~Copyable {
    let insert: SQLiteStatement
    let select: SQLiteStatement
    let probe: SQLiteStatement
  }

  private let database: Mutex<Database>

  /// Opens the file, and creates it and its folder where they are missing.
  init(path: String) throws {
    database = Mutex(try Self.open(path))
  }

  func insert(_ link: Link) throws {
    // Whole milliseconds: what is read back is what was kept.
    let milliseconds = Int64((link.createdAt.timeIntervalSince1970 * 1_000).rounded())
    do {
      try database.withLock { database in
        _ = try database.insert.run(
          .text(link.code), .text(link.target), .integer(milliseconds), read: { _ in })
      }
    } catch let error as SQLiteError where error.isConstraint {
      throw LinkStoreError.codeTaken(link.code)
    }
  }

  func link(for code: String) throws -> Link? {
    try database.withLock { database in
      try database.select.run(.text(code)) { row in
        Link(
          code: row.text(0),
          target: row.text(1),
          createdAt: Date(timeIntervalSince1970: Double(row.integer(2)) / 1_000)
        )
      }.first
    }
  }

  func checkHealth() throws {
    try database.withLock { database in
      _ = try database.probe.run(read: { _ in })
    }
  }

  private static func open(_ path: String) throws -> Database {
    try ParentFolder.create(for: path)
    // The statements keep the connection open: it closes with the last of them.
    let connection = try SQLiteConnection(path: path)
    try connection.execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS links (
        code TEXT PRIMARY KEY, target TEXT NOT NULL, created_at INTEGER NOT NULL
      ) WITHOUT ROWID;
      """)
    return Database(
      insert: try connection.prepare(
        "INSERT INTO links (code, target, created_at) VALUES (?, ?, ?)"),
      select: try connection.prepare("SELECT code, target, created_at FROM links WHERE code = ?"),
      probe: try connection.prepare("SELECT count(*) FROM (SELECT 1 FROM links LIMIT 1)")
    )
  }
}
