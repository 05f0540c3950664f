/// Refuses whatever would change something: links can be followed, new ones cannot be made.
struct ReadOnlyGate: RequestHandler {
  let reason: String

  func respond(to request: HTTPRequest) -> HTTPResponse? {
    request.isRead ? nil : .failure(503, reason)
  }
}
