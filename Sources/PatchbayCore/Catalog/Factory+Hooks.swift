extension Factory where Product: Sendable {
  /// Adds what is done with the product when its container starts.
  ///
  /// Only singletons have hooks: elsewhere a definition of the type is refused with
  /// `unreachable-hook`. A service with such a hook is built and started by `Container.start()`, after
  /// everything it depends on.
  ///
  /// - Parameter body: starts the product; what it throws stops the whole start.
  public func onStart(_ body: @escaping @Sendable (Product) async throws -> Void) -> Self {
    var copy = self
    copy.entry = entry.adding(start: { try await body($0.content()) })
    return copy
  }

  /// Adds what is done with the product when its container stops.
  ///
  /// It runs once for each product that a container has built, in an order in which each stops before
  /// what it depends on.
  ///
  /// - Parameter body: stops the product; what it throws is collected, and the others stop all the
  ///   same.
  public func onStop(_ body: @escaping @Sendable (Product) async throws -> Void) -> Self {
    var copy = self
    copy.entry = entry.adding(stop: { try await body($0.content()) })
    return copy
  }
}
