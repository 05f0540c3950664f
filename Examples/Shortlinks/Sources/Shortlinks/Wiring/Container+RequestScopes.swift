import Patchbay

extension Container {
  /// Answers each request in a scope of its own, where the configuration says so.
  func openRequestScopes() throws {
    try resolveIfPresent(.requestScopes)?.follow { [weak self] request in
      guard let self else { return .failure(503, "this is stopping") }
      return try ThreadExecutor.run {
        try await self.withScope("request") { try $0.resolve(.router).respond(to: request) }
      }
    }
  }
}
