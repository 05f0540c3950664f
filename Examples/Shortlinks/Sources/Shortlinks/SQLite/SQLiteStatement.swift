import CSQLite

/// A prepared statement, finalized when its owner goes.
struct SQLiteStatement: ~Copyable {
  enum Value {
    case text(String)
    case integer(Int64)
  }

  private let handle: OpaquePointer
  private let sql: String

  /// Creates a statement. It keeps its connection open, even after the object that opened it is gone.
  init(handle: OpaquePointer, sql: String) {
    self.handle = handle
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs the statement and reads each row that it gives.
  func run<Row>(_ values: Value..., read: (borrowing SQLiteRow) -> Row) throws -> [Row] {
    defer {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { try bind(value, at: CInt(index + 1)) }
    var rows: [Row] = []
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: rows.append(read(SQLiteRow(statement: handle)))
      case SQLITE_DONE: return rows
      case let code: throw error(code)
      }
    }
  }

  private func bind(_ value: Value, at index: CInt) throws {
    let code =
      switch value {
      case .text(let text): shortlinks_bind_text(handle, index, text, CInt(text.utf8.count))
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      }
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: CInt) -> SQLiteError {
    // Not `sqlite3_errmsg`, which refuses a connection that only its statements keep open.
    SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), context: sql)
  }
}

/// The row that a statement is at, readable until the statement goes on.
struct SQLiteRow: ~Copyable {
  fileprivate let statement: OpaquePointer

  func text(_ column: CInt) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    return String(cString: bytes)
  }

  func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }
}
