/// What keeps PostgreSQL from doing what it was asked, without a piece of the connection string.
enum PostgresError: Error, Equatable {
  /// The connection string cannot be read, and why.
  case wrongAddress(String)
  /// No server answers within the limit.
  case noServer
  /// The server answers with an error code instead of opening the connection.
  case refused(code: String)
  case passwordMissing
  case oldServer(found: Int, oldest: Int)
  /// The connection ended while a statement ran.
  case connectionLost
  case noAnswer(within: Duration)
  case noFreeConnection(of: Int, within: Duration)
  /// A statement failed.
  case failed(code: String, message: String)
  case newerSchema(found: Int, known: Int)

  /// Whether the same request may succeed later, without a change to the program or its configuration.
  var isOutage: Bool {
    switch self {
    case .noServer, .refused, .connectionLost, .noAnswer, .noFreeConnection: true
    case .failed(let code, _): code == Self.readOnly
    case .wrongAddress, .passwordMissing, .oldServer, .newerSchema: false
    }
  }
}

extension PostgresError {
  /// The code of a change to a database that is read-only, such as one that another server replaces.
  private static let readOnly = "25006"
}

extension PostgresError: CustomStringConvertible {
  var description: String {
    switch self {
    case .wrongAddress(let mistake): "the connection string `url` is wrong: \(mistake)"
    case .noServer: "no PostgreSQL server answers where `url` leads"
    case .refused(let code): "PostgreSQL refused the connection: \(Self.refusal(code))"
    case .passwordMissing: "PostgreSQL asks for a password, and `url` has none"
    case .oldServer(let found, let oldest):
      "the server is PostgreSQL \(found), and this program needs \(oldest) or later"
    case .connectionLost: "PostgreSQL: the connection is lost"
    case .noAnswer(let limit): "PostgreSQL: no answer within \(limit)"
    case .noFreeConnection(let size, let wait):
      "PostgreSQL: all \(size) connections of the pool are in use, and none was free within \(wait)"
    case .failed(let code, let message): "PostgreSQL: \(message) (code \(code))"
    case .newerSchema(let found, let known):
      "the database has schema \(found), and this program knows it up to \(known): a later version "
        + "of the program has changed it"
    }
  }

  private static func refusal(_ code: String) -> String {
    switch code {
    case "28P01": "the name or the password in `url` is wrong"
    case "28000": "the server does not admit the name in `url`"
    case "3D000": "the server does not have the database that `url` names"
    case "53300": "the server has no connection left"
    case "57P03": "the server is starting or stopping"
    default: "code \(code)"
    }
  }
}
