import PatchbayDiagnostics
import Synchronization

/// One running construction, of shared services or of a transient: a node of the wait-for graph.
final class Construction: Sendable {
  /// The maximum depth of factories that resolve services inside each other.
  ///
  /// Only requests that factories make themselves count, through handles or a container of their
  /// own: the arguments of a plan nest without a limit. A small stack ends it earlier.
  static let nestingLimit = 1_000
  /// Every thread's stack has room for this many levels.
  private static let safeNesting = 8

  @TaskLocal private static var running: Construction?

  /// The construction whose user code the current task or thread runs.
  ///
  /// A task that a factory starts inherits it; it is ignored once the construction has ended.
  static var current: Construction? { running.flatMap { $0.isFinished ? nil : $0 } }

  let key: String
  /// Where the service is defined.
  let place: SourcePlace
  /// The construction that requested this one, if any.
  let requester: Construction?
  /// The container that builds it.
  private let container: ObjectIdentifier
  /// The store that keeps the result, or the store of the request if nothing keeps it.
  private let store: ObjectIdentifier
  private let depth: Int
  private let finished = Atomic<Bool>(false)
  /// Held while the work is done. Other callers wait here, for the end of this exact construction.
  private let gate = ConstructionGate()
  /// The work, if it is awaited; nil before it begins and after it has ended.
  private let task = Locked<Task<Outcome, Never>?>(nil)
  /// The `graph` services that this construction shares with the requests of its factories'
  /// resolvers.
  private let sharedGraph: Locked<RequestGraph?>

  /// Creates the construction of a binding.
  ///
  /// `graph` is the graph of the request that it belongs to; nil begins a new one. `isTooDeep` is
  /// the result of ``isTooDeep(under:)`` for the requester, if it is already known.
  ///
  /// - Throws: `limit-exceeded` if factories resolve services inside each other too deeply.
  init(
    _ binding: Binding,
    in container: Container,
    _ store: InstanceStore,
    requester: Construction?,
    graph: RequestGraph? = nil,
    isTooDeep: Bool? = nil
  ) throws(DiagnosticsError) {
    key = binding.key
    place = binding.place
    self.requester = requester
    self.container = ObjectIdentifier(container)
    self.store = ObjectIdentifier(store)
    sharedGraph = Locked(graph)
    depth = (requester?.depth ?? 0) + 1
    if isTooDeep ?? Self.isTooDeep(under: requester) { throw .nestedTooDeep(requesters + [self]) }
  }

  /// Whether a construction that another one requests would be nested too deeply.
  ///
  /// May make a system call: must not be called under a lock that other threads need.
  static func isTooDeep(under requester: Construction?) -> Bool {
    let depth = (requester?.depth ?? 0) + 1
    return depth > nestingLimit || depth > safeNesting && !hasStackSpace()
  }

  /// The constructions that lead to this one, outermost first.
  var requesters: [Construction] {
    var chain: [Construction] = []
    var next = requester
    while let construction = next {
      chain.append(construction)
      next = construction.requester
    }
    return chain.reversed()
  }

  /// Whether this construction, or one that requested it, builds a service of a store; for a
  /// container's store, services in its scopes count too.
  func isInside(_ store: InstanceStore, of container: Container) -> Bool {
    (requesters + [self]).contains {
      store === container.root
        ? $0.container == ObjectIdentifier(container) : $0.store == ObjectIdentifier(store)
    }
  }

  var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// Ends the construction, and returns the services that it shared: a handle that a service keeps
  /// retains its construction.
  ///
  /// - Returns: The shared services, to be released outside of every lock: a `deinit` may resolve
  ///   services.
  @discardableResult
  func finish() -> RequestGraph? {
    finished.store(true, ordering: .releasing)
    return sharedGraph.withLock { graph in
      defer { graph = nil }
      return graph
    }
  }

  /// The `graph` services of its request; nil once it has ended.
  var graph: RequestGraph? {
    sharedGraph.withLock { graph in
      if graph == nil, !isFinished { graph = RequestGraph() }
      return graph
    }
  }
}

// Does a shared service's construction in one caller, while all others await it.
extension Construction {
  /// The products that a task built, by index.
  typealias Outcome = Result<[Int: Product], DiagnosticsError>

  /// Does the work and ends the construction: the first caller to take the gate does it, whether it
  /// began the construction or joined it, and the others wait meanwhile.
  ///
  /// - Returns: Whether this call did the work; if not, the construction has ended, with or without
  ///   success.
  func runOnce(_ work: () throws(DiagnosticsError) -> Void) throws(DiagnosticsError) -> Bool {
    // Released after the gate.
    var shared: RequestGraph?
    defer { withExtendedLifetime(shared) {} }
    return try gate.withLock { () throws(DiagnosticsError) in
      guard !isFinished else { return false }
      defer { shared = finish() }
      try work()
      return true
    }
  }

  /// Awaits the work, which the first caller begins in a separate task, and ends the construction.
  ///
  /// The task does not depend on its callers: cancellation of the first one does not end it.
  ///
  /// - Returns: `nil` if the construction had already ended.
  func outcome(of work: @escaping @Sendable () async -> Outcome) async -> Outcome? {
    let task = task.withLock { task -> Task<Outcome, Never>? in
      if task == nil, !isFinished {
        task = Task {
          let outcome = await work()
          self.end()
          return outcome
        }
      }
      return task
    }
    return await task?.value
  }

  /// Ends the construction and releases the task under one lock, so that no second task can begin.
  private func end() {
    // Released after the lock.
    _ = task.withLock { task in
      task = nil
      return finish()
    }
  }
}

// The context in which user code runs.
extension Construction {
  /// Runs an operation that no factory waits for, although a factory may have begun it.
  static func onNoBehalf<Result>(_ operation: () async -> Result) async -> Result {
    await $running.withValue(nil, operation: operation)
  }

  /// Runs a part of the construction, in the scope of `store`, which keeps the service; nil if none
  /// keeps it.
  ///
  /// Services that user code resolves meanwhile are resolved on its behalf. The current scope is
  /// that of the service, so that a service captures none with a shorter lifetime.
  func perform<Success: Sendable>(
    in store: InstanceStore?, _ body: () throws(DiagnosticsError) -> Success
  ) throws(DiagnosticsError) -> Success {
    // Task-local values rethrow an untyped error, and so the error is returned in a result.
    func result() -> Result<Success, DiagnosticsError> {
      do throws(DiagnosticsError) { return .success(try body()) } catch { return .failure(error) }
    }
    return try Self.$running.withValue(self) {
      ServiceScope.mayBuild(in: store) ? result() : ServiceScope.withScope(of: store, result)
    }.get()
  }

  /// Does the same as ``perform(in:_:)``, for asynchronous work.
  func performAwaiting<Success: Sendable>(
    in store: InstanceStore?, _ body: () async throws(DiagnosticsError) -> Success
  ) async throws(DiagnosticsError) -> Success {
    func result() async -> Result<Success, DiagnosticsError> {
      do throws(DiagnosticsError) {
        return .success(try await body())
      } catch { return .failure(error) }
    }
    return try await Self.$running.withValue(self) {
      ServiceScope.mayBuild(in: store)
        ? await result() : await ServiceScope.withScope(of: store, result)
    }.get()
  }
}
