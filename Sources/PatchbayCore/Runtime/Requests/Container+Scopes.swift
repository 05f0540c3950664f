public import PatchbayDiagnostics

extension Container {
  /// Opens a declared scope, runs an operation within it, and closes it.
  ///
  /// The scope is the current one of the task and its child tasks: their requests to the container
  /// or to a `Provider` look up services in it. A scope may be opened inside a scope that is
  /// declared further out, or inside one of its own name, and then has its own instances.
  ///
  /// - Parameters:
  ///   - scope: A scope that the configuration declares under `scopes`.
  ///   - operation: The operation to run; it receives the scope.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation; ``DiagnosticsError`` with `unknown-scope`, or with the
  ///   errors of starting and stopping the scope's services.
  nonisolated(nonsending) public func withScope<Result>(
    _ scope: ScopeName,
    _ operation: nonisolated(nonsending) (ServiceScope) async throws -> Result
  ) async throws -> Result {
    let context = TaskContext.current
    return try await withScope(
      scope.description, inside: context.scope, context, operation)
  }

  /// Does the same inside of a given scope; nil for none.
  @inline(__always)
  nonisolated(nonsending) func withScope<Result>(
    _ name: String, inside outer: ServiceScope?, _ context: TaskContext,
    _ operation: nonisolated(nonsending) (ServiceScope) async throws -> Result
  ) async throws -> Result {
    // Without `openScope` and `close`, where nothing is started or stopped: a call that may wait
    // costs 500 instructions even if it does not.
    let scope = try newScope(name, inside: outer)
    if !scope.startsNothing, let schedule = scope.schedule {
      try await start(schedule, of: scope)
    }
    let result: Result
    do {
      // Not `withValue`, which changes to the caller's executor three times, for 230 instructions each,
      // and returns on it no less than this one.
      result = try await TaskContext.$current._unsafeInheritExecutor_withValue(
        context.inside(scope)
      ) { try await operation(scope) }
    } catch {
      // The operation's own error is more important than those of the hooks.
      if !scope.closesAtOnce() { try? await scope.close() }
      throw error
    }
    if !scope.closesAtOnce() { try await scope.close() }
    return result
  }

  /// Opens a declared scope that the caller closes, and starts its services that have a hook.
  ///
  /// The new scope is inside the task's current scope, if there is one, but does not become the
  /// current scope: ``ServiceScope/openScope(_:)`` opens one inside of it. A scope that is
  /// dropped without ``ServiceScope/close()`` stops nothing, and is reported if it should have
  /// (``ContainerObserver/NeverStopped``).
  ///
  /// - Parameter scope: A scope that the configuration declares under `scopes`.
  /// - Returns: The open scope.
  /// - Throws: ``DiagnosticsError`` with `unknown-scope`, `start-failed` or `start-timed-out`, or
  ///   `container-shut-down`.
  nonisolated(nonsending) public func openScope(
    _ scope: ScopeName
  ) async throws(DiagnosticsError) -> ServiceScope {
    try await openScope(scope.description, inside: TaskContext.current.scope)
  }

  /// Does the same inside of a given scope; nil for none.
  @inline(__always)
  nonisolated(nonsending) func openScope(
    _ name: String, inside outer: ServiceScope?
  ) async throws(DiagnosticsError) -> ServiceScope {
    let scope = try newScope(name, inside: outer)
    // Most scopes start nothing: a task group alone costs half of what opening one does.
    if !scope.startsNothing, let schedule = scope.schedule {
      try await start(schedule, of: scope)
    }
    return scope
  }

  private func newScope(
    _ name: String, inside task: ServiceScope?
  ) throws(DiagnosticsError) -> ServiceScope {
    try refuseClosed(root)
    let innermost = task?.innermostOpen
    guard let index = wiring.scopeNames.firstIndex(of: name) else {
      throw .noSuchScope(name, in: self)
    }
    let outer = store(in: innermost)
    guard outer.depth <= index + 1 else {
      throw .scopeInsideInner(name, wiring.scopeNames[outer.depth - 1])
    }
    guard outer.depth == 0 else { return try nestedScope(index, outer, innermost) }
    return ServiceScope(
      self, InstanceStore(wiring, depth: index + 1, outer: outer), enclosing: innermost)
  }

  // Not inlined, as it would cost every scope 40 instructions.
  @inline(never)
  private func nestedScope(
    _ index: Int, _ outer: InstanceStore, _ innermost: ServiceScope?
  ) throws(DiagnosticsError) -> ServiceScope {
    let store = InstanceStore(wiring, depth: index + 1, outer: outer)
    store.closeWithOuter()
    // What is around it may have been closed meanwhile.
    try refuseClosed(store)
    return ServiceScope(self, store, enclosing: innermost)
  }

  nonisolated(nonsending) private func start(
    _ schedule: StartSchedule, of scope: ServiceScope
  ) async throws(DiagnosticsError) {
    // The store knows of it: a stop of what is around the scope cancels it, and waits for its end.
    _ = try await scope.store.start {
      await self.outcome(
        of: StartRun(schedule, in: scope.store) { .zero })
    }
    try refuseClosed(scope.store)
  }

  /// The store of a request without an explicit scope: the task's current scope, or the container.
  var currentStore: InstanceStore {
    // A container without scopes skips the lookup.
    wiring.scopeNames.isEmpty ? root : store(in: TaskContext.current.scope)
  }

  /// Returns the same store, for a task whose current scope is known.
  @inline(__always)
  func store(in scope: ServiceScope?) -> InstanceStore {
    guard scope != nil else { return root }
    return ServiceScope.current(of: self, from: scope)?.store ?? root
  }
}
