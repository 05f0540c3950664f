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

  /// The construction whose user code the current task or thread runs.
  ///
  /// A task that a factory starts inherits it; it is ignored once the construction has ended.
  static var current: Construction? { TaskContext.current.running }

  private let wiring: Wiring
  private let index: Int
  /// The construction that requested this one, if any.
  let requester: Construction?
  private let stores: Stores
  private let depth: Int
  /// Whether it is that of a `Lazy` handle, which the construction of the service is a part of.
  let isOfHandle: Bool
  private let finished = Atomic<Bool>(false)
  private let state: Locked<State?>

  /// The store that keeps the result, or the store of the request if nothing keeps it, and those around it.
  struct Stores: Sendable {
    private let store: ObjectIdentifier
    private let root: ObjectIdentifier
    /// Those between them, which only a scope inside of another has.
    private let between: [ObjectIdentifier]?

    init(_ store: InstanceStore) {
      self.store = ObjectIdentifier(store)
      root = store.rootIdentifier ?? ObjectIdentifier(store)
      between =
        store.isInsideOfScope
        ? sequence(first: store, next: \.outer).dropFirst().dropLast().map(ObjectIdentifier.init)
        : nil
    }

    func contains(_ store: ObjectIdentifier) -> Bool {
      self.store == store || root == store || between?.contains(store) == true
    }
  }

  /// What few constructions need: nothing is there until the first of it is. Used under the lock only.
  private final class State {
    /// The `graph` services that it shares with the requests of its factories' resolvers.
    var graph: RequestGraph?
    /// The gate of the threads that wait for its end; nil while there are none.
    var gate: ConstructionGate?
    /// The work, if it is awaited; nil before it begins and after it has ended.
    var task: Task<Outcome, Never>?

    init(_ graph: RequestGraph?) { self.graph = graph }
  }

  /// Creates the construction of a service.
  ///
  /// `graph` is the graph of the request that it belongs to; nil begins a new one.
  init(
    _ index: Int, in store: InstanceStore, requester: Construction?, graph: RequestGraph? = nil,
    isOfHandle: Bool = false
  ) {
    graph?.begin()
    self.isOfHandle = isOfHandle
    self.wiring = store.wiring
    self.index = index
    self.requester = requester
    stores = Stores(store)
    depth = requester.map { $0.depth + 1 } ?? 1
    state = Locked(graph.map { State($0) })
  }

  /// The service.
  var planned: PlannedService { wiring.services[index] }
  var key: String { planned.key }

  /// Throws if factories resolve services inside each other too deeply.
  ///
  /// May make a system call: must not be called under a lock that other threads need.
  ///
  /// - Throws: `limit-exceeded`.
  func refuseTooDeep() throws(DiagnosticsError) {
    if Self.isTooDeep(depth) { throw .nestedTooDeep(chain) }
  }

  /// Does the same for a construction that this one would request.
  func refuseTooDeep(_ index: Int, in store: InstanceStore) throws(DiagnosticsError) {
    guard Self.isTooDeep(depth + 1) else { return }
    try Construction(index, in: store, requester: self).refuseTooDeep()
  }

  private static func isTooDeep(_ depth: Int) -> Bool {
    depth > nestingLimit || depth > safeNesting && !hasStackSpace()
  }

  /// The constructions that lead to this one, outermost first, and itself.
  var chain: [Construction] { sequence(first: self, next: \.requester).reversed() }

  /// Returns the services of the constructions that lead to the inside of this one, and further ones.
  func steps(to further: [Diagnostic.ResolutionStep]) -> [Diagnostic.ResolutionStep] {
    var next = further.first
    var steps: [Diagnostic.ResolutionStep] = []
    for construction in chain.reversed() {
      let step = construction.planned.step
      // The same service as the next one.
      if construction.isOfHandle, step == next { continue }
      steps.append(step)
      next = step
    }
    return steps.reversed() + further
  }

  /// This construction and those that requested it, as far as their services have to be stopped before others.
  var stoppedBeforeOthers: [Construction] {
    chain.filter { $0.wiring.schedules.order(of: $0.wiring).stopsBeforeOthers($0.index) }
  }

  /// Whether this construction, or one that requested it, builds a service of a store or of one inside of
  /// it.
  func isInside(_ store: InstanceStore) -> Bool {
    let store = ObjectIdentifier(store)
    return chain.contains { $0.stores.contains(store) }
  }

  var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// Ends the construction, and lets those who wait for it go on.
  ///
  /// The services that it shared are released, because a handle that a service keeps retains its
  /// construction: outside of every lock, as a `deinit` may resolve services.
  func finish() {
    let last = state.withLock { state -> Shared? in
      finished.store(true, ordering: .releasing)
      // Most constructions share nothing, and no thread waits for them.
      guard let last = state else { return nil }
      state = nil
      return (last.graph, last.gate, last.task)
    }
    last?.graph?.end()
    last?.gate?.open()
  }

  /// The `graph` services of its request; nil once it has ended.
  var graph: RequestGraph? {
    change { $0.graph = $0.graph ?? RequestGraph() }?.graph
  }

  /// Changes the state, unless it has ended: nil then.
  private func change(_ edit: (State) -> Void) -> Shared? {
    state.withLock { state in
      if isFinished { return nil }
      let changed = state ?? State(nil)
      edit(changed)
      state = changed
      return (changed.graph, changed.gate, changed.task)
    }
  }

  private typealias Shared = (
    graph: RequestGraph?, gate: ConstructionGate?, task: Task<Outcome, Never>?
  )
}

extension Construction? {
  /// Does the same as ``Construction/steps(to:)``; the further ones alone for no construction.
  func steps(to further: [Diagnostic.ResolutionStep]) -> [Diagnostic.ResolutionStep] {
    map { $0.steps(to: further) } ?? further
  }
}

// A shared service's construction is the work of one caller, while all others wait.
extension Construction {
  /// What a task has built: the `weak` instances, as all others are kept.
  typealias Outcome = Result<Request?, DiagnosticsError>

  /// Blocks the thread until the construction has ended, with or without success.
  @inline(never)  // Few requests wait.
  func wait() {
    change { $0.gate = $0.gate ?? ConstructionGate() }?.gate?.wait()
  }

  /// Does the same as ``wait()``, without blocking the thread.
  func ended() async {
    await withCheckedContinuation { continuation in
      let wait: @Sendable () -> Void = {
        self.wait()
        continuation.resume()
      }
      // Where the system has no thread, one of the tasks has to be enough.
      if !SystemThread.run(wait) { wait() }
    }
  }

  /// Awaits the work, which the first caller begins in a separate task, and ends the construction.
  ///
  /// The task does not depend on its callers: cancellation of the first one does not end it.
  ///
  /// - Returns: `nil` if the construction had already ended.
  func outcome(of work: @escaping @Sendable () async -> Outcome) async -> Outcome? {
    let task = change { state in
      if state.task != nil { return }
      state.task = Task {
        let outcome = await work()
        self.finish()
        return outcome
      }
    }?.task
    return await task?.value
  }
}

// The context in which user code runs.
extension Construction {
  /// Runs an operation that no factory waits for, although a factory may have begun it.
  static func onNoBehalf<Result>(_ operation: () async -> Result) async -> Result {
    await TaskContext.$current.withValue(
      TaskContext(in: TaskContext.current.scope), operation: operation)
  }
}
