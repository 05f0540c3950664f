import CPostgreSQL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to a PostgreSQL server, closed when its owner goes.
///
/// It blocks the calling thread, up to a limit for each statement.
// Safe to send: the pool lends a connection to one thread at a time.
final class PostgresConnection: @unchecked Sendable {
  private let handle: OpaquePointer
  /// How long each statement may take.
  var limit: Duration
  /// The names of the prepared statements, by their texts.
  private var statements: [String: String] = [:]

  init(_ address: PostgresAddress, limit: Duration) throws(PostgresError) {
    guard let handle = shortlinks_connect(address.text) else { throw .noServer }
    self.handle = handle
    self.limit = limit
    shortlinks_silence(handle)
    try connect()
  }

  deinit { PQfinish(handle) }

  /// Whether it can run another statement; it cannot while an answer is due that no caller waits for.
  var isUsable: Bool {
    PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
  }

  /// Such as 15.
  var serverVersion: Int { Int(PQserverVersion(handle)) / 10_000 }

  /// Runs a statement, which is prepared at its first use, and returns its rows.
  @discardableResult
  func run(_ sql: String, _ values: [String] = []) throws(PostgresError) -> [[String]] {
    let name: String
    if let known = statements[sql] {
      name = known
    } else {
      name = "s\(statements.count)"
      _ = try answer(to: PQsendPrepare(handle, name, sql, 0, nil))
      statements[sql] = name
    }
    // libpq copies the texts before it returns.
    let copies = values.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return try answer(
      to: PQsendQueryPrepared(
        handle, name, CInt(copies.count), copies.map { UnsafePointer($0) }, nil, nil, 0))
  }

  /// Runs several statements as one; none of them has an effect where the body throws.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try run("BEGIN")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      _ = try? run("ROLLBACK")
      throw error
    }
  }

  private func connect() throws(PostgresError) {
    let deadline = ContinuousClock.now + limit
    var step = PGRES_POLLING_WRITING
    while PQstatus(handle) != CONNECTION_BAD {
      let events = step == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard wait(for: events, until: deadline) else { throw .noServer }
      step = PQconnectPoll(handle)
      if step == PGRES_POLLING_OK { return }
      if step == PGRES_POLLING_FAILED { break }
    }
    if PQconnectionNeedsPassword(handle) == 1 { throw .passwordMissing }
    guard let code = Self.code(in: String(cString: PQerrorMessage(handle))) else {
      throw .noServer
    }
    throw .refused(code: code)
  }

  /// Returns the code of a server that refused a connection: `28P01` of `FATAL:  28P01`, where the word
  /// before it may be in another language.
  ///
  /// Of several attempts, with TLS and without, the first one says what is wrong.
  static func code(in message: String) -> String? {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return message.split(separator: "\n").compactMap { $0.split(separator: " ").last }
      .first { word in
        word.utf8.count == 5
          && word.utf8.allSatisfy { digits.contains($0) || capitals.contains($0) }
      }
      .map { String($0) }
  }

  /// Waits for the answer to what was sent.
  private func answer(to isSent: CInt) throws(PostgresError) -> [[String]] {
    guard isSent == 1 else { throw .connectionLost }
    let deadline = ContinuousClock.now + limit
    var rows: [[String]] = []
    var failure: PostgresError?
    while true {
      while PQisBusy(handle) == 1 {
        guard wait(for: POLLIN, until: deadline) else { throw .noAnswer(within: limit) }
        guard PQconsumeInput(handle) == 1 else { throw .connectionLost }
      }
      // The answer ends with no result.
      guard let result = PQgetResult(handle) else { break }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: rows += result.rows
      default:
        failure = .failed(
          code: result.field(shortlinks_code), message: result.field(shortlinks_message))
      }
    }
    guard PQstatus(handle) == CONNECTION_OK else { throw .connectionLost }
    if let failure { throw failure }
    return rows
  }

  /// Waits until the socket can be read or written; false where that takes too long.
  private func wait(for events: CInt, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return false }
      var socket = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
      let count = poll(&socket, 1, CInt(min(left / .milliseconds(1) + 1, 60_000)))
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { return false }
    }
  }
}

extension OpaquePointer {
  /// The rows of a result, as texts.
  fileprivate var rows: [[String]] {
    (0..<PQntuples(self)).map { row in
      (0..<PQnfields(self)).map { column in String(cString: PQgetvalue(self, row, column)) }
    }
  }

  /// A field of the error of a result.
  fileprivate func field(_ field: CInt) -> String {
    PQresultErrorField(self, field).map { String(cString: $0) } ?? ""
  }
}
