/// What can go wrong with a link, in words for the one who asked.
enum LinkError: Error, Equatable, CustomStringConvertible {
  case emptyTarget
  case targetTooLong(limit: Int)
  case targetNotAbsolute
  case targetHasSpecialCharacters
  case unknownCode(String)
  case noFreeCode(attempts: Int)

  var description: String {
    switch self {
    case .emptyTarget:
      "the address to shorten is missing"
    case .targetTooLong(let limit):
      "the address is longer than \(limit) bytes"
    case .targetNotAbsolute:
      "the address must begin with http:// or https:// and name a host"
    case .targetHasSpecialCharacters:
      "the address must not have spaces, control characters or characters beyond ASCII"
    case .unknownCode(let code):
      "there is no link with the code '\(code)'"
    case .noFreeCode(let attempts):
      "no free code was found in \(attempts) attempts"
    }
  }
}
