public import PatchbayDiagnostics

/// An open scope: it keeps one instance of each service of a declared scope, until it is closed.
///
/// ```swift
/// try await container.withScope("request") { scope in
///   let session = try scope.resolve(.session)
/// }
/// ```
///
/// A scope may be used from any thread. A request searches the scope itself, then the scopes around
/// it, then the container.
public final class ServiceScope: ServiceResolving {
  /// The name, as the configuration declares it.
  public var name: String { container.wiring.scopeNames[store.depth - 1] }
  @usableFromInline let container: Container
  @usableFromInline let store: InstanceStore
  /// The task's current scope when this one was opened, of any container.
  private let enclosing: ServiceScope?

  init(_ container: Container, _ store: InstanceStore, enclosing: ServiceScope?) {
    self.container = container
    self.store = store
    self.enclosing = enclosing
  }

  /// Returns the innermost scope of a container, from a task's current scope outwards; closed ones
  /// are ignored.
  static func current(of container: Container, from innermost: ServiceScope?) -> ServiceScope? {
    var scope = innermost
    while let candidate = scope, candidate.container !== container || candidate.store.isClosed {
      scope = candidate.enclosing
    }
    return scope
  }

  /// The scope itself, or the first around it that is open.
  ///
  /// A task may outlive the scope in which it was started, and open scopes and start tasks in turn: if each scope
  /// retained the closed one before it, memory would grow without end.
  var innermostOpen: ServiceScope? {
    var scope: ServiceScope? = self
    while let candidate = scope, candidate.store.isClosed { scope = candidate.enclosing }
    return scope
  }

  /// Returns the scope with those around it of its container, inside of a task's current scope, in which
  /// those of other containers are found; itself if there is none.
  func inside(_ current: ServiceScope?) -> ServiceScope {
    guard let current else { return self }
    // Nearly always: otherwise each level of nesting would repeat all those around it.
    if Self.current(of: container, from: current)?.store === store { return current }
    return sequence(first: store, next: \.outer).prefix { $0.depth > 0 }.reversed()
      .reduce(current) { ServiceScope(container, $1, enclosing: $0) }
  }

  /// Returns the scope in which a service is built that a store keeps: its own, which is the current
  /// one or around it; none for a container, or if the scope is not among them.
  @inline(__always)
  static func building(in store: InstanceStore, from current: ServiceScope?) -> ServiceScope? {
    // Nearly always: the loop retains each scope.
    guard let current, current.store !== store else { return current }
    return enclosing(store, around: current)
  }

  @inline(never)
  private static func enclosing(
    _ store: InstanceStore, around current: ServiceScope
  ) -> ServiceScope? {
    var scope = current.enclosing
    while let candidate = scope, candidate.store !== store { scope = candidate.enclosing }
    return scope
  }

  /// The context of requests, which search the scope, then the scopes around it. After the scope is
  /// closed, every request throws `scope-closed`.
  public var context: ResolutionContext {
    get throws(DiagnosticsError) { ResolutionContext(container, store) }
  }

  /// Closes the scopes that are open inside of it, stops the services that the scope has built, each
  /// before what it needs, and closes the scope.
  ///
  /// A second call waits for the first and throws the same error. A call by a hook or a factory of
  /// this scope does not wait, because closing would wait for its caller.
  ///
  /// Each hook may take as long as ``Container/stopTimeout`` says, unless its definition has a limit.
  ///
  /// - Throws: ``DiagnosticsError`` with a `stop-failed` for each hook that failed or exceeded its
  ///   limit.
  nonisolated(nonsending) public func close() async throws(DiagnosticsError) {
    // Most scopes stop nothing: an await of it costs as much as all the rest.
    if closesAtOnce() { return }
    let failures = await store.stop()
    if !failures.isEmpty { throw failures.joined() }
  }
}

// Not inlined: an asynchronous function retains what it reads of an object, for 40 instructions each.
extension ServiceScope {
  /// Whether opening one like it was found to start nothing.
  @inline(never)
  var startsNothing: Bool { container.wiring.schedules.isEmpty(depth: store.depth) }

  /// What opening it starts; nil for nothing.
  var schedule: StartSchedule? {
    container.wiring.schedules.of(depth: store.depth, in: container.wiring)
  }

  /// Closes it if it has nothing to stop.
  ///
  /// - Returns: Whether it is closed, by this call or before.
  @inline(never)
  func closesAtOnce() -> Bool { store.closesAtOnce() }
}

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
  /// For the operation, the new scope is the current one, as in ``Container/withScope(_:_:)``.
  ///
  /// - Parameters:
  ///   - scope: A scope that the configuration declares under `scopes`: an inner one, or of the same name.
  ///   - operation: The operation to run; it receives the new scope.
  /// - Returns: The result of the operation.
  /// - Throws: `scope-closed` if this scope is closed, and otherwise like
  ///   ``Container/withScope(_:_:)``.
  nonisolated(nonsending) public func withScope<Result>(
    _ scope: ScopeName,
    _ operation: nonisolated(nonsending) (ServiceScope) async throws -> Result
  ) async throws -> Result {
    try container.refuseClosed(store)
    return try await container.withScope(
      scope.description, inside: self.inside(TaskContext.current.scope), .current, operation)
  }

  /// Opens a scope inside of this one that the caller closes, and starts its services that have a hook.
  ///
  /// Closing this scope closes it first.
  ///
  /// - Parameter scope: A scope that the configuration declares under `scopes`: an inner one, or of the same name.
  /// - Returns: The open scope.
  /// - Throws: `scope-closed` if this scope is closed, and otherwise like
  ///   ``Container/openScope(_:)``.
  nonisolated(nonsending) public func openScope(
    _ scope: ScopeName
  ) async throws(DiagnosticsError) -> ServiceScope {
    try container.refuseClosed(store)
    return try await container.openScope(
      scope.description, inside: self.inside(TaskContext.current.scope))
  }
}
