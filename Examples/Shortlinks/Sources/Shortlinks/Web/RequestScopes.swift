import Patchbay

/// Answers each request in a scope of its own.
final class RequestScopes: HTTPApplication {
  private let resolver: Resolver

  /// - Parameter resolver: That of the container; it opens the scopes.
  init(resolver: Resolver) { self.resolver = resolver }

  func respond(to request: HTTPRequest) -> HTTPResponse {
    do {
      return try ThreadExecutor.run { [resolver] in
        // Only the overlay that wires this type declares the scope, so that the program's requests do not name it.
        try await resolver.withScope("request") { try $0.resolve(.router).respond(to: request) }
      }
    } catch {
      Console.printError("\(request.method) \(request.path): \(error)")
      return .failure(500, "something went wrong here, please try again later")
    }
  }
}
