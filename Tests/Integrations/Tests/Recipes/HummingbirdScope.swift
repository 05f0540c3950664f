import Hummingbird
import Patchbay

/// Opens a scope for each request.
struct RequestScope: RouterMiddleware {
  let resolver: Resolver

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    try await resolver.withScope("request") { _ in try await next(request, context) }
  }
}
