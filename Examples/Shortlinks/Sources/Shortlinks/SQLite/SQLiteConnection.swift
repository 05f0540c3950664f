import CSQLite

/// An open database file, closed when its owner goes.
struct SQLiteConnection: ~Copyable {
  private let handle: OpaquePointer

  /// Opens a file, and creates it where it is missing.
  init(path: String) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let message = String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(handle)
      throw SQLiteError(code: code, message: message, context: path)
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 2_000)
    self.handle = handle
  }

  // Statements may outlive their connection: SQLite then closes it after the last of them.
  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, sql) }
  }

  /// Prepares one statement, to be run many times.
  func prepare(_ sql: String) throws -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code, sql) }
    return SQLiteStatement(handle: statement, sql: sql)
  }

  private func error(_ code: CInt, _ sql: String) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), context: sql)
  }
}
