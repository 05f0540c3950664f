import CSQLite

/// What SQLite answered instead of doing what it was asked.
struct SQLiteError: Error, CustomStringConvertible {
  let code: CInt
  let message: String
  /// What was being done: the path that was opened, or the statement that ran.
  let context: String

  var isConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }

  var description: String { "SQLite: \(message) (code \(code), \(context))" }
}
