import PatchbayDiagnostics

/// The context of a request: the container, the store of it that is searched, and the construction
/// on whose behalf services are resolved.
public struct ResolutionContext: Sendable {
  // Four words: a larger value is returned in memory, which costs 200 instructions a request.
  let container: Container
  let store: InstanceStore
  private let origin: Origin
  /// The task's current scope, of any container.
  let scope: ServiceScope?

  /// The construction on whose behalf services are resolved.
  private enum Origin {
    case none
    /// It began a request of its own.
    case construction(Construction)
    /// It shares its `graph` services.
    case sameGraph(Construction)
  }

  /// Creates the context of a request that a task makes itself.
  init(_ container: Container, _ store: InstanceStore, _ task: TaskContext = .current) {
    self.init(container, store, requester: task.running, scope: task.scope)
  }

  init(
    _ container: Container,
    _ store: InstanceStore,
    requester: Construction?,
    isInGraph: Bool = false,
    scope: ServiceScope? = TaskContext.current.scope
  ) {
    self.container = container
    self.store = store
    origin = requester.map { isInGraph ? .sameGraph($0) : .construction($0) } ?? .none
    self.scope = scope
  }

  var hasRequester: Bool {
    if case .none = origin { false } else { true }
  }

  var requester: Construction? {
    switch origin {
    case .none: nil
    case .construction(let construction), .sameGraph(let construction): construction
    }
  }

  /// Whether the request belongs to that of the requester.
  var isInGraph: Bool { if case .sameGraph = origin { true } else { false } }

  /// The `graph` services that are shared with the requester; nil if the request begins a new
  /// graph.
  var graph: RequestGraph? {
    if case .sameGraph(let construction) = origin { construction.graph } else { nil }
  }
}

/// The context that all handles of one factory call share.
final class HandleContext: Sendable {
  /// Weak, because a handle must not keep its container alive: the container keeps the handle's
  /// holder.
  private weak let container: Container?
  /// The construction that the handles were made for, if there is one: until it ends, they resolve
  /// on its behalf, on any thread.
  private let construction: Construction?
  /// The scope that the handles' holder lives in, weak for the same reason; nil if the container
  /// keeps the holder, and if the scope no longer exists.
  private weak let scope: InstanceStore?
  /// The depth of that scope; 0 if the container keeps the holder.
  private let depth: Int

  init(_ container: Container, _ store: InstanceStore, for construction: Construction?) {
    self.container = container
    self.construction = construction
    depth = store.depth
    scope = depth > 0 ? store : nil
  }

  /// The container, if it exists, and a scope that the holder lives in is open.
  var openContainer: Container? {
    guard let container, depth == 0 || scope?.isClosed == false else { return nil }
    return container
  }

  /// Whether the construction that the handles were made for still runs.
  var isOnBehalfOfConstruction: Bool { construction.map { !$0.isFinished } ?? false }

  /// The graph of the request that made the handles, for one of a service that no store keeps.
  func graph(for index: Int) -> RequestGraph? {
    guard let container, container.wiring.bindings[index].isPerRequest else { return nil }
    return construction?.graph
  }

  /// Returns the context of a handle's request.
  ///
  /// - Parameter isInGraph: Whether it is part of the request that builds the handle's holder,
  ///   while that runs.
  /// - Returns: The context of the request.
  /// - Throws: `container-shut-down` if the container no longer exists, `scope-closed` if the scope
  ///   is closed.
  func request(isInGraph: Bool = false) throws(DiagnosticsError) -> ResolutionContext {
    guard let container else { throw .containerGone() }
    let construction = construction.flatMap { $0.isFinished ? nil : $0 }
    let task = TaskContext.current
    return ResolutionContext(
      container,
      try store(of: container, during: construction, from: task.scope),
      requester: construction ?? task.running,
      isInGraph: isInGraph && construction != nil,
      scope: task.scope
    )
  }

  private func store(
    of container: Container, during construction: Construction?, from current: ServiceScope?
  ) throws(DiagnosticsError) -> InstanceStore {
    guard depth == 0 else {
      guard let scope else { throw .scopeClosed(container.wiring.scopeNames[depth - 1]) }
      return scope
    }
    // The dependencies of a singleton must not depend on its first requester.
    return construction == nil ? container.store(in: current) : container.root
  }
}

/// What the requests of a task depend on: the construction whose user code runs, and the current scope.
///
/// One task-local value holds both, as reading one takes 130 instructions, and setting one 500. A task
/// that a factory starts inherits it.
struct TaskContext: Sendable {
  @TaskLocal static var current = TaskContext()

  private let construction: Construction?
  /// The current scope, of any container.
  let scope: ServiceScope?

  init(_ construction: Construction? = nil, in scope: ServiceScope? = nil) {
    self.construction = construction
    self.scope = scope
  }

  /// Returns the same context, in another scope.
  func inside(_ scope: ServiceScope) -> TaskContext { TaskContext(construction, in: scope) }

  /// The construction whose user code runs; nil once it has ended.
  var running: Construction? { construction.flatMap { $0.isFinished ? nil : $0 } }

  /// Runs a part of a construction: services that user code resolves meanwhile are resolved on its
  /// behalf.
  func perform<Success>(
    _ body: () throws(DiagnosticsError) -> Success
  ) throws(DiagnosticsError) -> Success {
    // Task-local values rethrow an untyped error, and so the error is returned in a result.
    func result() -> Result<Success, DiagnosticsError> {
      do throws(DiagnosticsError) { return .success(try body()) } catch { return .failure(error) }
    }
    return try Self.$current.withValue(self, operation: result).get()
  }

  /// Does the same as ``perform(_:)``, for asynchronous work.
  func performAwaiting<Success: Sendable>(
    _ body: () async throws(DiagnosticsError) -> Success
  ) async throws(DiagnosticsError) -> Success {
    func result() async -> Result<Success, DiagnosticsError> {
      do throws(DiagnosticsError) {
        return .success(try await body())
      } catch { return .failure(error) }
    }
    return try await Self.$current.withValue(self, operation: result).get()
  }
}
