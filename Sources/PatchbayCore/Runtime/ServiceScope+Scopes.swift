public import PatchbayDiagnostics

// The scopes inside of one that was opened by hand, which is not the current one of any task.
extension ServiceScope {
  /// Opens a scope inside of this one, runs an operation within it, and closes it.
  ///
  /// ```swift
  /// let connection = try await container.openScope("connection")
  /// try await connection.withScope("request") { request in
  ///   let session = try request.resolve(.session)
  /// }
  /// try await connection.close()
  /// ```
  ///
  /// For the operation, the new scope is the current one, as in ``Container/withScope(_:hookTimeout:_:)``.
  ///
  /// - Parameters:
  ///   - name: A scope that the configuration declares under `scopes`: an inner one, or of the same name.
  ///   - hookTimeout: How long each hook may take if its definition sets no limit.
  ///   - operation: The operation to run; it receives the new scope.
  /// - Returns: The result of the operation.
  /// - Throws: `scope-closed` if this scope is closed, and otherwise like
  ///   ``Container/withScope(_:hookTimeout:_:)``.
  nonisolated(nonsending) public func withScope<Result>(
    _ name: String,
    hookTimeout: Duration? = nil,
    _ operation: nonisolated(nonsending) (ServiceScope) async throws -> Result
  ) async throws -> Result {
    try container.refuseClosed(store)
    return try await container.withScope(
      name, inside: above(TaskContext.current.scope), .current, hookTimeout: hookTimeout, operation)
  }

  /// Opens a scope inside of this one that the caller closes, and starts its services that have a hook.
  ///
  /// Closing this scope closes it first.
  ///
  /// - Parameters:
  ///   - name: A scope that the configuration declares under `scopes`: an inner one, or of the same name.
  ///   - hookTimeout: How long each hook may take if its definition sets no limit.
  /// - Returns: The open scope.
  /// - Throws: `scope-closed` if this scope is closed, and otherwise like
  ///   ``Container/openScope(_:hookTimeout:)``.
  nonisolated(nonsending) public func openScope(
    _ name: String, hookTimeout: Duration? = nil
  ) async throws(DiagnosticsError) -> ServiceScope {
    try container.refuseClosed(store)
    return try await container.openScope(
      name, inside: above(TaskContext.current.scope), hookTimeout: hookTimeout)
  }
}
