/// Lets only those who know the token change something.
struct TokenGate: RequestHandler {
  let token: String

  func respond(to request: HTTPRequest) -> HTTPResponse? {
    guard !request.isRead, !isKnown(request.headers["authorization"] ?? "") else { return nil }
    var response = HTTPResponse.failure(401, "this needs the header Authorization: Bearer TOKEN")
    response.headers["WWW-Authenticate"] = "Bearer"
    return response
  }

  /// Compares every byte, so that the time it takes reveals nothing about the token.
  private func isKnown(_ credentials: String) -> Bool {
    let expected = Array("Bearer \(token)".utf8)
    let given = Array(credentials.utf8)
    guard given.count == expected.count else { return false }
    return zip(given, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
