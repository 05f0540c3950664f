public import PatchbayDiagnostics

extension Container {
  /// Opens a declared scope, runs an operation within it, and closes it.
  ///
  /// The scope is the current one of the task and its children: what they ask the container for, or a
  /// `Provider`, is looked for in it. A scope may stand in another that was declared outside of it, or
  /// in one of its own name, which then has instances of its own.
  ///
  /// - Parameters:
  ///   - name: a scope that the configuration declares under `scopes`.
  ///   - hookTimeout: how long one hook may take, where its definition says nothing.
  ///   - operation: what is run; it is handed the scope.
  /// - Returns: what the operation gives.
  /// - Throws: what the operation throws; ``DiagnosticsError`` with `unknown-scope`, or of starting
  ///   and stopping the scope's services.
  nonisolated(nonsending) public func withScope<Result>(
    _ name: String,
    hookTimeout: Duration? = nil,
    _ operation: nonisolated(nonsending) (ServiceScope) async throws -> Result
  ) async throws -> Result {
    let scope = try await openScope(name, hookTimeout: hookTimeout)
    let result: Result
    do {
      result = try await scope.whileCurrent { try await operation(scope) }
    } catch {
      // The operation's own error says more than what the hooks do afterwards.
      try? await scope.close(hookTimeout: hookTimeout)
      throw error
    }
    try await scope.close(hookTimeout: hookTimeout)
    return result
  }

  /// Opens a declared scope, to be closed by hand, and starts its services that have a hook.
  ///
  /// It stands in the task's current scope, where there is one, but does not become it.
  ///
  /// - Parameters:
  ///   - name: a scope that the configuration declares under `scopes`.
  ///   - hookTimeout: how long one hook may take, where its definition says nothing.
  /// - Throws: ``DiagnosticsError`` with `unknown-scope`, `start-failed` or `start-timed-out`, or
  ///   `container-shut-down`.
  public func openScope(
    _ name: String,
    hookTimeout: Duration? = nil
  ) async throws(DiagnosticsError) -> ServiceScope {
    try refuseClosed(root)
    guard let index = wiring.scopeNames.firstIndex(of: name) else {
      throw noSuchScope(name, wiring.scopeNames)
    }
    let outer = ServiceScope.current(of: self)?.store ?? root
    guard outer.depth <= index + 1 else {
      throw scopeInsideInner(name, wiring.scopeNames[outer.depth - 1])
    }
    let store = InstanceStore(wiring, depth: index + 1, outer: outer)
    let scope = ServiceScope(name, self, store, enclosing: ServiceScope.innermost)
    let turns = await startAll(
      StartSchedule(wiring, depth: index + 1), in: store, hookTimeout: hookTimeout)
    let failures = turns.compactMap(\.failure)
    guard failures.isEmpty else {
      let stopFailures = await store.rollBack(in: self, hookTimeout: hookTimeout) ?? []
      throw joined(failures + stopFailures)
    }
    return scope
  }

  /// Where a request without a scope of its own is made: the task's current scope, or the container.
  var currentStore: InstanceStore {
    // A container without scopes need not look.
    wiring.scopeNames.isEmpty ? root : ServiceScope.current(of: self)?.store ?? root
  }
}
