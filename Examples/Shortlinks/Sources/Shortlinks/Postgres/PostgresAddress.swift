import CPostgreSQL

/// A connection string that libpq can read, such as `postgresql://name@host/database`.
struct PostgresAddress: Sendable {
  let text: String

  init(_ text: String) throws(PostgresError) {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      defer { PQfreemem(message) }
      throw .wrongAddress(Self.mistake(in: message.map { String(cString: $0) } ?? ""))
    }
    defer { PQconninfoFree(options) }
    // The list ends with an option without a name.
    var next = options
    while let name = next.pointee.keyword {
      try Self.check(String(cString: name), next.pointee.val.map { String(cString: $0) })
      next += 1
    }
    self.text = text
  }

  /// libpq reads these values only when it connects.
  private static func check(_ name: String, _ value: String?) throws(PostgresError) {
    guard let value, !value.isEmpty else { return }
    switch name {
    case "port":
      // One for each host.
      let ports = value.split(separator: ",", omittingEmptySubsequences: false)
      guard ports.allSatisfy({ $0.isEmpty || (1...65_535).contains(Int($0) ?? 0) }) else {
        throw .wrongAddress("the option `port` is no number from 1 to 65535")
      }
    case "sslmode":
      let modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
      guard modes.contains(value) else {
        throw .wrongAddress("the option `sslmode` is none of \(modes.joined(separator: ", "))")
      }
    default: return
    }
  }

  /// Says what is wrong in words that quote nothing: what libpq takes for the name of an option can
  /// be the rest of a password with a space.
  private static func mistake(in sentence: String) -> String {
    if sentence.hasPrefix("invalid connection option")
      || sentence.hasPrefix("invalid URI query parameter")
    {
      let quoted = sentence.split(separator: "\"").dropFirst().first ?? ""
      let lengths = knownOptions.map { zip($0, quoted).prefix { $0 == $1 }.count }
      let longest = max(lengths.max() ?? 0, 2)
      let near = zip(knownOptions, lengths).filter { $0.1 == longest }.map(\.0)
      let hint = near.isEmpty ? "" : "; did you mean `\(near.joined(separator: "` or `"))`?"
      return "it has an option that PostgreSQL does not know\(hint)"
    }
    if sentence.hasPrefix("missing \"=\"") { return "an option has no `=` and no value" }
    if sentence.hasPrefix("unterminated") { return "a value in quotes does not end" }
    if sentence.hasPrefix("invalid percent-encoded") || sentence.hasPrefix("forbidden value") {
      return "a `%` is not followed by the two digits of a character"
    }
    return "PostgreSQL cannot read it; in an address, write other characters than letters and "
      + "digits of a password as `%` and two digits"
  }

  private static let knownOptions = [
    "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "connect_timeout",
    "application_name", "options", "sslmode", "sslrootcert", "sslcert", "sslkey",
    "keepalives", "tcp_user_timeout", "target_session_attrs", "service",
  ]
}
