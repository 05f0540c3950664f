/// What keeps Redis from doing what it was asked, without a piece of its address.
enum RedisError: Error, Equatable, CustomStringConvertible {
  case wrongAddress
  case noServer
  case connectionLost
  /// Redis answers with an error, such as that the password is wrong.
  case refused

  var description: String {
    switch self {
    case .wrongAddress:
      "the address `url` is neither like `redis://:password@host:6379` nor like `unix:/path/of/socket`"
    case .noServer: "no Redis server answers where `url` leads"
    case .connectionLost: "Redis: the connection is lost"
    case .refused: "Redis refused what it was asked"
    }
  }
}
