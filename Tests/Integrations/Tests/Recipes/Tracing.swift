import Patchbay
import Tracing

extension Resolver {
  /// Runs an operation in a span and a scope of its own.
  func withRequest<Result>(
    _ name: String, _ operation: (ServiceScope) async throws -> Result
  ) async throws -> Result {
    try await withSpan(name, ofKind: .server) { _ in
      try await withScope("request") { scope in try await operation(scope) }
    }
  }
}
