import Patchbay
import Vapor

struct ScopeMiddleware: Middleware {
  let resolver: Resolver

  func respond(to request: Request, chainingTo next: any Responder) async throws -> Response {
    try await resolver.withScope("request") { _ in try await next.respond(to: request) }
  }
}
