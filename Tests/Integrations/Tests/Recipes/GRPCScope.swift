import GRPCCore
import Patchbay

/// Opens a scope for each request.
struct ScopeInterceptor: ServerInterceptor {
  let resolver: Resolver

  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingServerRequest<Input>, context: ServerContext,
    next:
      @Sendable (StreamingServerRequest<Input>, ServerContext) async throws
      -> StreamingServerResponse<Output>
  ) async throws -> StreamingServerResponse<Output> {
    try await resolver.withScope("request") { _ in try await next(request, context) }
  }
}
