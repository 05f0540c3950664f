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

extension ResolutionContext {
  /// Returns the result of a request for a service: the instance, or an override's replacement of
  /// it, here or in a parent; `arguments` are passed to the service's own factory.
  @inline(__always)
  func instance(
    of service: BoundService, arguments: [AnyBox] = []
  ) throws(DiagnosticsError) -> AnyBox {
    guard isMoreThanOriginal(service.index) else {
      return try instanceIgnoringOverrides(of: service, arguments: arguments)
    }
    return try overriddenInstance(of: service, arguments)
  }

  @inline(never)
  private func overriddenInstance(
    of service: BoundService, _ arguments: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox {
    try refuseClosed(asking: service.index)
    let path = OverridePath(to: service, from: self)
    if let replacement = path.replacement { return try path.overridden(replacement) }
    let box = try path.owner.instanceIgnoringOverrides(of: path.service, arguments: arguments)
    return try path.overridden(box)
  }

  /// Does the same as ``instance(of:arguments:)``, for asynchronous callers.
  func awaitedInstance(
    of service: BoundService, arguments: [AnyBox] = []
  ) async throws(DiagnosticsError) -> AnyBox {
    guard isMoreThanOriginal(service.index) else {
      return try await awaitedInstanceIgnoringOverrides(of: service, arguments: arguments)
    }
    try refuseClosed(asking: service.index)
    let path = OverridePath(to: service, from: self)
    if let replacement = path.replacement { return try path.overridden(replacement) }
    let box = try await path.owner.awaitedInstanceIgnoringOverrides(
      of: path.service, arguments: arguments)
    return try path.overridden(box)
  }

  /// Whether a service may have overrides, or is inherited from the parent.
  private func isMoreThanOriginal(_ index: Int) -> Bool {
    !container.overrides.areNone || wiring.parentIndex(of: index) != nil
  }
}

/// The path from a request to the container that builds the service, and the overrides on it.
private struct OverridePath {
  /// The context in which the container that builds it is asked.
  private(set) var owner: ResolutionContext
  /// The service in that container.
  private(set) var service: BoundService
  /// Outermost first: the overrides of parents apply before those of children.
  private var stacks: [(context: ResolutionContext, index: Int, stack: OverrideStack)] = []

  init(to service: BoundService, from context: ResolutionContext) {
    owner = context
    self.service = service
    while true {
      if let stack = owner.container.overrides.stack(for: self.service) {
        stacks.append((owner, self.service.index, stack))
        if stack.replacement != nil { return }
      }
      guard let (parent, inherited) = owner.container.inParent(self.service) else { return }
      owner = ResolutionContext(
        parent, parent.currentStore, requester: context.requester, isInGraph: context.isInGraph)
      self.service = inherited
    }
  }

  /// The instance that replaces the service, so that it is not needed.
  var replacement: AnyBox? { stacks.last?.stack.replacement }

  func overridden(_ box: AnyBox) throws(DiagnosticsError) -> AnyBox {
    var box = box
    for (context, index, stack) in stacks.reversed() {
      let planned = context.wiring.services[index]
      box = try stack.applied(to: box, context.wiring.secrets) {
        context.requests([]) + [planned.step]
      }
    }
    return box
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
  @inline(__always)
  func perform<Success>(
    _ body: () throws(DiagnosticsError) -> Success
  ) throws(DiagnosticsError) -> Success {
    // Task-local values rethrow an untyped error, and so the error is returned in a result.
    try Self.$current.withValue(self) { Result(catching: body) }.get()
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
