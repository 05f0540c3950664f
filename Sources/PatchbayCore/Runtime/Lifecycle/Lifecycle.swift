import PatchbayDiagnostics

/// The start and the stop of a store, and its instances that must be stopped.
///
/// Start and stop each run once, in a separate task that every caller awaits. A stop during the
/// start cancels it and waits for its end; the same single stop also stops the services that a
/// failed start has built.
///
/// Accessed only under the lock of its store, which makes one when it first has something to start or to stop: a
/// scope, which is opened for each request, usually has neither.
final class Lifecycle {
  typealias StartOutcome = Result<StartReport, DiagnosticsError>

  /// The start; nil before it begins.
  var start: Task<StartOutcome, Never>?
  /// The outcome of the start; nil before it has ended.
  var startOutcome: StartOutcome?
  /// The stop, or the rollback of a failed start; nil before it begins, and if nothing had to be
  /// stopped. Its value is the errors of the hooks.
  var stop: Task<[DiagnosticsError], Never>?
  /// The services that were built and must be stopped, in the order in which they were completed.
  var built: [Int] = []
  /// The open scopes that its stop closes first.
  var inner: [ObjectIdentifier: InnerScope] = [:]
  /// Its place among the scopes inside of another store; nil if it has none.
  var listing: InnerScopeListing?
  /// What the container does, for its observers; nil without any, and in the store of a scope.
  var activity: ContainerActivity?
  /// The running start of the container; nil if none runs.
  var run: StartRun?
  /// What became of the services that a container starts, since their turns began.
  var progress: [Int: Readiness.State] = [:]
  /// The running programs that a stop ends.
  var waits: [ObjectIdentifier: ShutdownWait] = [:]
  /// The runs that go on, by their services.
  var runs: [Int: ServiceRun] = [:]
  /// Why the program has to end; nil if no run has ended that it needs.
  var ending: Ending?
  /// The clock of its hooks and runs; only that of a container is read.
  lazy var limitClock = LimitClock()
  /// How long a container's stop waits; nil for the default.
  var stopLimits: StopLimits?
  /// The services that its start left out, as overrides replace them.
  var omitted: Set<Int> = []
  /// What writes a failure while `run` waits for the end of the container; nil while none does.
  var late: LateReport?

  /// The end of a run that the program needs; it has an error unless it returned and `ends` is `stop`.
  struct Ending {
    let key: String
    let error: DiagnosticsError?
  }

  /// Whether the program has to end. What ends during the start takes effect when the start has succeeded.
  var hasEnded: Bool {
    if case .success = startOutcome { ending != nil } else { false }
  }

  /// Whether no stop began, and it would have nothing to do, and no scope to close first.
  @inline(never)  // Most scopes have no lifecycle, and close with 20 instructions less.
  var hasNothingToStop: Bool { stop == nil && built.isEmpty && inner.isEmpty }

  /// A scope that is dropped without a stop still has what it would have stopped.
  deinit { listing?.reportUnclosed(built) }

  /// Removes the running programs, and returns them.
  func takeWaits() -> [ShutdownWait] {
    defer { waits = [:] }
    return Array(waits.values)
  }
}

extension Lifecycle? {
  /// The lifecycle, which is made when it is first needed.
  var needed: Lifecycle {
    mutating get {
      if let self { return self }
      let made = Lifecycle()
      self = made
      return made
    }
  }
}

extension InstanceStore {
  /// Whether a stop was requested, or has ended.
  var isStopping: Bool { lifecycle.withLock { hasStopBegun($0) } }

  /// The same, under the lock.
  func hasStopBegun(_ lifecycle: Lifecycle?) -> Bool { lifecycle?.stop != nil || isClosed }

  /// What the container does, what became of the services that it starts, and which of them run or are left out, at one
  /// moment.
  var progress:
    (
      phase: Readiness.Phase, states: [Int: Readiness.State], running: Set<Int>, omitted: Set<Int>
    )
  {
    lifecycle.withLock {
      (phase($0), $0?.progress ?? [:], Set(($0?.runs ?? [:]).keys), $0?.omitted ?? [])
    }
  }

  private func phase(_ lifecycle: Lifecycle?) -> Readiness.Phase {
    if isClosed { return .stopped }
    guard let lifecycle else { return .notStarted }
    if lifecycle.stop != nil { return .stopping }
    guard lifecycle.start != nil else { return .notStarted }
    if lifecycle.hasEnded { return .ended }
    // A failed start is rolled back before it ends.
    return lifecycle.startOutcome == nil ? .starting : .started
  }

  /// Records what becomes of a service that the container starts.
  func note(_ state: Readiness.State, of index: Int) {
    lifecycle.withLock { $0.needed.progress[index] = state }
  }

  /// Starts the store, which runs `operation` unless a start began before, and cancels it with the task that began it.
  ///
  /// - Returns: The report of the start, which another call may have begun.
  /// - Throws: `container-shut-down` or `scope-closed` after a stop, `reentrant-resolution` if the start would wait
  ///   for its own caller, and the errors of the start.
  func start(
    _ operation: @escaping @Sendable () async -> Lifecycle.StartOutcome
  ) async throws(DiagnosticsError) -> StartReport {
    let isInside = LifecycleRun.isInside(self)
    let (task, isBegun) = try lifecycle.withLock { lifecycle throws(DiagnosticsError) in
      if let begun = lifecycle, let start = begun.start {
        if case .success = begun.startOutcome, hasStopBegun(begun) { throw startedTooLate }
        if isInside, begun.startOutcome == nil { throw .startInsideStart() }
        return (start, false)
      }
      if hasStopBegun(lifecycle) { throw startedTooLate }
      let start = Task {
        let outcome = await operation()
        let waits = self.lifecycle.withLock { lifecycle in
          lifecycle?.startOutcome = outcome
          return lifecycle?.hasEnded == true ? lifecycle?.takeWaits() ?? [] : []
        }
        for wait in waits { wait.finish() }
        return outcome
      }
      lifecycle.needed.start = start
      return (start, true)
    }
    guard isBegun else { return try await task.value.get() }
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    .get()
  }

  /// Closes the store of a scope if it has nothing to stop.
  ///
  /// - Returns: Whether it is closed, by this call or before.
  func closesAtOnce() -> Bool {
    lifecycle.withLock { lifecycle in
      guard lifecycle?.hasNothingToStop ?? true else { return false }
      close(lifecycle)
      return true
    }
  }

  /// Stops the services of the container's store, once, and closes the store; every caller awaits
  /// the same stop.
  ///
  /// A caller that the stop would wait for, such as a hook, does not wait for it.
  ///
  /// - Parameter container: The container that is shut down; nil for the store of a scope.
  /// - Returns: The errors of the hooks.
  func stop(of container: Container? = nil) async -> [DiagnosticsError] {
    let isInside = LifecycleRun.isInside(self)
    // A factory that does not wait for the stop gives a service that has to be stopped before others.
    let callers = isInside ? Construction.current?.stoppedBeforeOthers ?? [] : []
    let (start, stop, waits) = lifecycle.withLock { lifecycle in
      if hasStopBegun(lifecycle) {
        return (nil as Task<Lifecycle.StartOutcome, Never>?, lifecycle?.stop, [ShutdownWait]())
      }
      let waits = lifecycle?.takeWaits() ?? []
      let start = lifecycle?.start
      guard start != nil || lifecycle?.hasNothingToStop == false || !callers.isEmpty else {
        close(lifecycle)
        return (nil, nil, waits)
      }
      let stop = Task {
        _ = await start?.value
        for caller in callers { await caller.ended() }
        // A factory or a hook that does not wait for the stop must not be counted among those that do.
        return isInside
          ? await LifecycleRun.onNoBehalf { await self.stopAll(of: container) }
          : await self.stopAll(of: container)
      }
      lifecycle.needed.stop = stop
      return (start, stop, waits)
    }
    // Outside of the lock, because it runs the cancellation handlers of hooks.
    start?.cancel()
    for wait in waits { wait.finish() }
    guard let stop else {
      container?.overrides.close()
      if container != nil { activity?.end() }
      return []
    }
    return isInside ? [] : await stop.value
  }

  /// Stops the services that a failed start has built, unless a stop was requested, which does it.
  ///
  /// - Returns: The errors of the hooks; nil if a stop was requested.
  func rollBack(of container: Container? = nil) async -> [DiagnosticsError]? {
    let (stop, waits) = lifecycle.withLock { lifecycle in
      guard !hasStopBegun(lifecycle) else {
        return (nil as Task<[DiagnosticsError], Never>?, [ShutdownWait]())
      }
      // In a separate task: a cancelled start must not cancel the stop hooks.
      let stop = Task { await self.stopAll(of: container) }
      let begun = lifecycle.needed
      begun.stop = stop
      // Those of children, as its own programs wait for the start.
      return (stop, begun.takeWaits())
    }
    for wait in waits { wait.finish() }
    return await stop?.value
  }
}

/// The turns of a start or a stop that run in a task: each is the building of one service, or a hook.
///
/// The start or stop of its store waits for a turn, and so it must not wait for them.
enum LifecycleRun {
  /// For its store, and those around it: their stops wait for its own.
  @TaskLocal private static var innermost: RunningCall<[ObjectIdentifier]>?

  /// Runs a turn of a store's start or stop.
  static func perform<Result: Sendable>(
    in store: InstanceStore, _ body: @Sendable () async -> Result
  ) async -> Result {
    let stores = sequence(first: store, next: \.outer).map(ObjectIdentifier.init)
    let turn = RunningCall(stores, inside: innermost)
    defer { turn.end() }
    return await $innermost.withValue(turn, operation: body)
  }

  /// Runs what neither a hook nor a factory waits for, though one of them has begun it.
  static func onNoBehalf<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
    await $innermost.withValue(nil) { await Construction.onNoBehalf(body) }
  }

  /// Whether the start or stop of a store may be waiting for the code that asks: for a hook, or for
  /// a factory of the container or scope.
  static func isInside(_ store: InstanceStore) -> Bool {
    Construction.current?.isInside(store) == true
      || innermost?.subjects.contains { $0.contains(ObjectIdentifier(store)) } == true
  }
}
