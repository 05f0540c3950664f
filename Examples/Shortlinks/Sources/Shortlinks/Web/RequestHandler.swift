/// Answers some of the requests.
protocol RequestHandler: Sendable {
  /// Returns nil for a request that is another handler's to answer.
  func respond(to request: HTTPRequest) throws -> HTTPResponse?
}
