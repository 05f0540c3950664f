import PatchbayDiagnostics
import Synchronization

/// What a store has begun of its start and its stop, and what it has built that must be stopped.
///
/// Start and stop each run once, in a task of their own that every caller awaits. A stop that comes
/// during the start cancels it and waits for its end; what a failed start has built is stopped by the
/// same one stop.
struct Lifecycle {
  typealias StartOutcome = Result<StartReport, DiagnosticsError>

  /// The start; nil before it begins.
  fileprivate(set) var start: Task<StartOutcome, Never>?
  /// What became of the start; nil before it has ended.
  fileprivate(set) var startOutcome: StartOutcome?
  /// The stop, or the roll-back of a start that failed; nil before it begins, and where nothing had to
  /// be stopped. Its value is what the hooks failed with.
  fileprivate(set) var stop: Task<[DiagnosticsError], Never>?
  /// Whether everything was stopped: what is built from now on comes too late.
  var isClosed = false
  /// What was built and must be stopped, in the order in which it was completed.
  fileprivate(set) var built: [Int] = []

  /// Whether a stop was asked for, or has ended.
  var isStopping: Bool { stop != nil || isClosed }
}

extension InstanceStore {
  /// Whether a stop was asked for, or has ended.
  var isStopping: Bool { lifecycle.withLock { $0.isStopping } }

  /// Begins the start, which runs `operation`, unless it began before.
  ///
  /// - Returns: The start, and whether this call began it.
  /// - Throws: `container-shut-down` after a stop, `reentrant-resolution` if the start would wait
  ///   for its own caller.
  func beginStart(
    in container: Container,
    _ operation: @escaping @Sendable () async -> Lifecycle.StartOutcome
  ) throws(DiagnosticsError) -> (task: Task<Lifecycle.StartOutcome, Never>, isBegun: Bool) {
    let isInside = LifecycleRun.isInside(self, of: container)
    return try lifecycle.withLock { lifecycle throws(DiagnosticsError) in
      if let start = lifecycle.start {
        if case .success = lifecycle.startOutcome, lifecycle.isStopping { throw containerStopped() }
        if isInside, lifecycle.startOutcome == nil { throw startInsideStart() }
        return (start, false)
      }
      if lifecycle.isStopping { throw containerStopped() }
      let start = Task {
        let outcome = await operation()
        self.lifecycle.withLock { $0.startOutcome = outcome }
        return outcome
      }
      lifecycle.start = start
      return (start, true)
    }
  }

  /// Stops what was built in the container's store, once, and closes the store; every caller
  /// awaits the same stop.
  ///
  /// A caller that the stop would wait for, such as a hook, does not wait for it.
  ///
  /// - Returns: The errors of the hooks.
  func stop(in container: Container, hookTimeout: Duration?) async -> [DiagnosticsError] {
    let isInside = LifecycleRun.isInside(self, of: container)
    let (start, stop) = lifecycle.withLock { lifecycle in
      if lifecycle.isStopping {
        return (nil as Task<Lifecycle.StartOutcome, Never>?, lifecycle.stop)
      }
      guard lifecycle.start != nil || !lifecycle.built.isEmpty else {
        close(&lifecycle)
        return (nil, nil)
      }
      let start = lifecycle.start
      lifecycle.stop = Task {
        _ = await start?.value
        // A factory that does not wait for the stop is not to be found among those that do.
        return isInside
          ? await Construction.onNoBehalf {
            await self.stopAll(in: container, hookTimeout: hookTimeout)
          }
          : await self.stopAll(in: container, hookTimeout: hookTimeout)
      }
      return (start, lifecycle.stop)
    }
    // After the lock, as it runs the cancellation handlers of hooks.
    start?.cancel()
    guard let stop else {
      container.closeCells(of: self)
      return []
    }
    return isInside ? [] : await stop.value
  }

  /// Stops what a start that failed has built, unless a stop was asked for, which does it.
  ///
  /// - Returns: What the hooks failed with; nil where a stop was asked for.
  func rollBack(in container: Container, hookTimeout: Duration?) async -> [DiagnosticsError]? {
    let stop = lifecycle.withLock { lifecycle -> Task<[DiagnosticsError], Never>? in
      guard !lifecycle.isStopping else { return nil }
      // In a task of its own: a start that was cancelled must not cancel the stop hooks.
      let stop = Task { await self.stopAll(in: container, hookTimeout: hookTimeout) }
      lifecycle.stop = stop
      return stop
    }
    return await stop?.value
  }

  /// Remembers what has to be stopped; what comes too late for that is stopped at once.
  ///
  /// None comes twice: a `weak` service, which may be built again, has no stop hook (`checkHooks`).
  func keepForStop(_ built: [Int]) {
    guard !built.isEmpty else { return }
    let isTooLate = lifecycle.withLock { lifecycle in
      if lifecycle.isClosed { return true }
      lifecycle.built += built
      return false
    }
    guard isTooLate else { return }
    for index in built.reversed() { Task { await stopOne(index, hookTimeout: nil) } }
  }

  /// Takes what has to be stopped; nil where nothing is left, and then the store is closed: what is
  /// completed later cannot be overlooked.
  func takeBuilt() -> [Int]? {
    lifecycle.withLock { lifecycle in
      guard !lifecycle.built.isEmpty else {
        close(&lifecycle)
        return nil
      }
      defer { lifecycle.built = [] }
      return lifecycle.built
    }
  }
}
