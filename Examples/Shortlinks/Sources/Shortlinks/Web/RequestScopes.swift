import Synchronization

/// Passes each request on to what the program sets, which opens a scope for it.
final class RequestScopes: HTTPApplication {
  typealias Answer = @Sendable (HTTPRequest) throws -> HTTPResponse

  private let answer = Mutex<Answer?>(nil)

  /// Sets what answers the requests.
  func follow(_ answer: @escaping Answer) { self.answer.withLock { $0 = answer } }

  func respond(to request: HTTPRequest) -> HTTPResponse {
    // Called after the lock was released.
    let answer = answer.withLock { $0 }
    do {
      return try answer?(request) ?? .failure(503, "this has not started yet")
    } catch {
      Console.printError("\(request.method) \(request.path): \(error)")
      return .failure(500, "something went wrong here, please try again later")
    }
  }
}
