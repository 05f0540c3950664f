/// Asks its handlers in their order; the first that has an answer gives it.
struct Router: HTTPApplication {
  let handlers: [any RequestHandler]
  /// Added to every response.
  let headers: [String: String]

  func respond(to request: HTTPRequest) -> HTTPResponse {
    var response = answer(request)
    response.headers.merge(headers) { own, _ in own }
    return response
  }

  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    do {
      for handler in handlers {
        if let response = try handler.respond(to: request) { return response }
      }
      return .failure(404, "there is nothing at \(request.path)")
    } catch {
      // The reason is for the operator, not for the client.
      Console.printError("\(request.method) \(request.path): \(error)")
      if case LinkStoreError.unavailable = error {
        return .unavailable("links cannot be reached, please try again later")
      }
      return .failure(500, "something went wrong here, please try again later")
    }
  }
}
