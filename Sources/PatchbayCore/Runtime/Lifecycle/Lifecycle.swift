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
  var inner = InnerScopes()
  /// Its place among the scopes inside of another store; nil if it has none.
  var listing: InnerScopes.Listing?
  /// What the container does, for observers and reports; nil in the store of a scope.
  var activity: ContainerActivity?
  /// What became of the services that a container starts, since their turns began.
  var progress: [Int: Readiness.State] = [:]
  /// The running programs that a stop ends, by the numbers of their waits.
  var wishes: [Int: StopWish] = [:]

  /// Whether no stop began, and it would have nothing to do, and no scope to close first.
  @inline(never)  // Most scopes have no lifecycle, and close with 20 instructions less.
  var hasNothingToStop: Bool { stop == nil && built.isEmpty && inner.isEmpty }

  /// Removes the running programs, and returns them.
  func takeWishes() -> [StopWish] {
    defer { wishes = [:] }
    return Array(wishes.values)
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

  /// What the container does, and what became of the services that it starts, at one moment.
  var progress: (phase: Readiness.Phase, states: [Int: Readiness.State]) {
    lifecycle.withLock { (phase($0), $0?.progress ?? [:]) }
  }

  private func phase(_ lifecycle: Lifecycle?) -> Readiness.Phase {
    if isClosed { return .stopped }
    guard let lifecycle else { return .notStarted }
    if lifecycle.stop != nil { return .stopping }
    guard lifecycle.start != nil else { return .notStarted }
    // A failed start is rolled back before it ends.
    return lifecycle.startOutcome == nil ? .starting : .started
  }

  /// Records what becomes of a service that the container starts.
  func note(_ state: Readiness.State, of index: Int) {
    lifecycle.withLock { $0.needed.progress[index] = state }
  }

  /// Begins the start, which runs `operation`, unless it began before.
  ///
  /// - Returns: The start, and whether this call began it.
  /// - Throws: `container-shut-down` or `scope-closed` after a stop, `reentrant-resolution` if the start would wait
  ///   for its own caller.
  func beginStart(
    _ operation: @escaping @Sendable () async -> Lifecycle.StartOutcome
  ) throws(DiagnosticsError) -> (task: Task<Lifecycle.StartOutcome, Never>, isBegun: Bool) {
    let isInside = LifecycleRun.isInside(self)
    return try lifecycle.withLock { lifecycle throws(DiagnosticsError) in
      if let begun = lifecycle, let start = begun.start {
        if case .success = begun.startOutcome, hasStopBegun(begun) { throw stoppedError }
        if isInside, begun.startOutcome == nil { throw .startInsideStart() }
        return (start, false)
      }
      if hasStopBegun(lifecycle) { throw stoppedError }
      let start = Task {
        let outcome = await operation()
        self.lifecycle.withLock { $0?.startOutcome = outcome }
        return outcome
      }
      lifecycle.needed.start = start
      return (start, true)
    }
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
  /// - Parameters:
  ///   - container: The container that is shut down; nil for the store of a scope.
  ///   - hookTimeout: How long each hook may take; nil for no limit.
  /// - Returns: The errors of the hooks.
  func stop(
    of container: Container? = nil, hookTimeout: Duration?
  ) async -> [DiagnosticsError] {
    let isInside = LifecycleRun.isInside(self)
    // A factory that does not wait for the stop gives a service that has to be stopped before others.
    let callers = isInside ? Construction.current?.stoppedBeforeOthers ?? [] : []
    let (start, stop, wishes) = lifecycle.withLock { lifecycle in
      if hasStopBegun(lifecycle) {
        return (nil as Task<Lifecycle.StartOutcome, Never>?, lifecycle?.stop, [StopWish]())
      }
      let wishes = lifecycle?.takeWishes() ?? []
      let start = lifecycle?.start
      guard start != nil || lifecycle?.hasNothingToStop == false || !callers.isEmpty else {
        close(lifecycle)
        return (nil, nil, wishes)
      }
      let stop = Task {
        _ = await start?.value
        for caller in callers { await caller.ended() }
        // A factory or a hook that does not wait for the stop must not be counted among those that do.
        return isInside
          ? await LifecycleRun.onNoBehalf {
            await self.stopAll(of: container, hookTimeout: hookTimeout)
          }
          : await self.stopAll(of: container, hookTimeout: hookTimeout)
      }
      lifecycle.needed.stop = stop
      return (start, stop, wishes)
    }
    // Outside of the lock, because it runs the cancellation handlers of hooks.
    start?.cancel()
    for wish in wishes { wish.grant() }
    guard let stop else {
      container?.closeCells()
      container?.endActivity()
      return []
    }
    return isInside ? [] : await stop.value
  }

  /// Stops the services that a failed start has built, unless a stop was requested, which does it.
  ///
  /// - Returns: The errors of the hooks; nil if a stop was requested.
  func rollBack(
    of container: Container? = nil, hookTimeout: Duration?
  ) async -> [DiagnosticsError]? {
    let (stop, wishes) = lifecycle.withLock { lifecycle in
      guard !hasStopBegun(lifecycle) else {
        return (nil as Task<[DiagnosticsError], Never>?, [StopWish]())
      }
      // In a separate task: a cancelled start must not cancel the stop hooks.
      let stop = Task { await self.stopAll(of: container, hookTimeout: hookTimeout) }
      let begun = lifecycle.needed
      begun.stop = stop
      // Those of children, as its own programs wait for the start.
      return (stop, begun.takeWishes())
    }
    for wish in wishes { wish.grant() }
    return await stop?.value
  }

  /// Records services that have to be stopped; those that are built too late are stopped at once.
  ///
  /// No service is recorded twice: a `weak` service, which may be rebuilt, has no stop hook
  /// (`checkHooks`).
  func keepForStop(_ built: [Int]) {
    guard !built.isEmpty else { return }
    let isTooLate = lifecycle.withLock { lifecycle in
      if isClosed { return true }
      lifecycle.needed.built += built
      return false
    }
    if isTooLate {
      Task {
        await LifecycleRun.onNoBehalf {
          for index in built.reversed() { _ = await stopOne(index, hookTimeout: nil) }
        }
      }
    } else if !isListedOutside() {
      Task { await LifecycleRun.onNoBehalf { _ = await stop(hookTimeout: nil) } }
    }
  }

  /// Has the store around a scope close it first, even if it has nothing to stop. If that store is
  /// closed, it is closed, too.
  func closeWithOuter() {
    if !isListedOutside() { lifecycle.withLock { close($0) } }
  }

  /// Has the store around this one, if there is one, close it first.
  ///
  /// - Returns: `false` if that store is closed.
  private func isListedOutside() -> Bool {
    guard let outer else { return true }
    // Under the locks of both, so that neither is closed in between. The inner one is always taken first.
    return lifecycle.withLock { lifecycle in
      // What has stopped it has taken all that was built.
      if lifecycle?.listing != nil || isClosed { return true }
      // So that a container knows of the scopes inside of its scopes.
      guard outer.isListedOutside(), outer.insertInner(self) else { return false }
      lifecycle.needed.listing = InnerScopes.Listing(of: self, in: outer)
      return true
    }
  }

  /// Adds a scope to those that its stop closes; returns `false` if it is closed.
  private func insertInner(_ scope: InstanceStore) -> Bool {
    lifecycle.withLock { lifecycle in
      if !isClosed { lifecycle.needed.inner.insert(scope) }
      return !isClosed
    }
  }

  /// Removes a scope from those that its stop closes first.
  func forgetInner(_ scope: ObjectIdentifier) {
    lifecycle.withLock { $0?.inner.remove(scope) }
  }

  /// Whether its stop closes scopes.
  var hasInner: Bool { lifecycle.withLock { $0?.inner.isEmpty == false } }

  /// Takes the services that have to be stopped, as far as they are wanted.
  func takeBuilt(where isWanted: (Int) -> Bool) -> [Int] {
    lifecycle.withLock { lifecycle in
      let wanted = lifecycle?.built.filter(isWanted) ?? []
      lifecycle?.built.removeAll(where: isWanted)
      return wanted
    }
  }

  /// Takes the scopes that its stop closes.
  func takeInner() -> [InstanceStore] { lifecycle.withLock { $0?.inner.takeAll() ?? [] } }

  /// Takes the services that have to be stopped. If none is left, closes the store and returns nil:
  /// a service that is completed later is then stopped at once.
  func takeBuilt() -> [Int]? {
    lifecycle.withLock { lifecycle in
      guard let built = lifecycle?.built, !built.isEmpty else {
        close(lifecycle)
        return nil
      }
      lifecycle?.built = []
      return built
    }
  }
}
