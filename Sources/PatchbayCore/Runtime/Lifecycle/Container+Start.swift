public import PatchbayDiagnostics

extension Container {
  /// Builds the eager services, and starts the services that have an `onStart` hook or a run.
  ///
  /// Eager services, services with a hook or a run, services that `async` or main-actor factories build, and
  /// instances with injected properties that the program provides are built and started in the
  /// order of their dependencies and of `after`; independent ones concurrently. If one of them
  /// fails, the hooks of the others are cancelled and awaited, within their limits; their errors are
  /// dropped. Then the services that were built are stopped as by ``stop()``, and the container is
  /// shut down.
  ///
  /// A `Lazy` or a `Provider` of a service orders like an argument, also through services that are not started, such
  /// as those of scopes, unless that closes a cycle. A service that resolves others dynamically, by a ``Resolver`` or
  /// ``Injected`` properties, starts after all others that do not lead to one which does. `after` turns either round.
  ///
  /// A service is left out, with its decorators, if an instance overrides it by the type by which all others receive it
  /// (``override(_:with:fileID:line:)-(ServiceKey<Service>,_,_,_)``). That override stays in effect until the stop.
  ///
  /// The run of a service is begun at the service's turn. Its `ready` is awaited before its `onStart` hook, and both
  /// before the services that depend on it. A run that throws fails the start, and so does one that returns while its
  /// `ready` is awaited. The runs go on when this returns, until ``stop()``. One that ends before stops nothing:
  /// ``waitUntilEnded()`` returns, and ``readiness`` is not ready any more.
  ///
  /// A `ready` or a hook whose definition has a `retry` is attempted again when it fails, after a pause. No attempt
  /// follows if the start is cancelled or another service has failed.
  ///
  /// A second call waits for the first and has the same result. If ``stop()`` or the
  /// cancellation of the first caller's task cancels the start, no further service is started, and
  /// the running hooks are cancelled.
  ///
  /// A hook that exceeds its `timeouts.start` is cancelled and no longer awaited; without one it has no limit.
  ///
  /// - Returns: A report with the started services, their order, and their times.
  /// - Throws: ``DiagnosticsError`` with `start-failed` or `start-timed-out` and with the errors of
  ///   factories and stop hooks; with `container-shut-down` if the container was stopped before or
  ///   during the start; with `reentrant-resolution` for a second call by a hook or a factory of
  ///   this container that the start waits for.
  @discardableResult
  public func start() async throws(DiagnosticsError) -> StartReport {
    let begin = ContinuousClock.now
    return try await start { begin.duration(to: .now) }
  }

  /// Starts the container; `time` returns the time that has passed since some fixed moment.
  func start(
    time: @escaping @Sendable () -> Duration
  ) async throws(DiagnosticsError) -> StartReport {
    try await root.start {
      let omitted = self.omitOverridden()
      let schedule = StartSchedule(self.wiring, depth: 0, without: omitted)
      let late = self.root.lifecycle.withLock { $0?.late }
      let run = StartRun(schedule, in: self.root, late: late, clock: time)
      self.root.lifecycle.withLock { $0.needed.run = run }
      let outcome = await self.outcome(of: run)
      await self.root.activity?.flush()
      return outcome
    }
  }

  /// Starts the services of the container or of a scope, and stops what was built if one of them fails.
  func outcome(of run: StartRun) async -> Lifecycle.StartOutcome {
    await startAll(in: run)
    // Nil for a scope already.
    run.store.lifecycle.withLock { $0?.run = nil }
    let duration = run.time()
    if let failure = await failure(of: run) { return .failure(failure) }
    return .success(run.report(duration: duration))
  }

  /// Returns the error of a start that failed or was stopped, and stops what it has built; nil if it
  /// succeeded.
  private func failure(of run: StartRun) async -> DiagnosticsError? {
    let store = run.store
    var failures = run.failures.map { failure in
      let paths = RequestPaths(wiring.services, wiring.edges)
      return failure.error.started(for: paths.path(to: failure.index))
    }
    if failures.isEmpty, !store.isStopping { return nil }
    let stopped = store === root ? self : nil
    if let stopFailures = await store.rollBack(of: stopped) {
      return (failures + stopFailures).joined()
    }
    // Failures that the stop caused carry no information.
    failures.removeAll { $0.isCancellation }
    return ([store.stoppedError] + failures).joined()
  }

  /// Starts each service when those it waits for have started; begins no further one after a
  /// failure, and cancels the hooks that run.
  private func startAll(in run: StartRun) async {
    let store = run.store
    await withTaskGroup(of: Int.self) { group in
      var turns = Turns(run.schedule.order, run.schedule.waits)
      var begun = turns.beginFirst()
      while true {
        if run.hasFailed || store.isStopping { begun = [] }
        // First, so that they run while others are built here.
        for index in begun where takesTime(index) {
          group.addTask {
            await LifecycleRun.perform(in: store) { await self.startOne(index, in: run) }
            return index
          }
        }
        let built = begun.filter { !takesTime($0) }
        begun = []
        for index in built where !run.hasFailed && !store.isStopping {
          await LifecycleRun.perform(in: store) { await self.startOne(index, in: run) }
          begun += turns.begin(after: index)
        }
        // Ends the pauses between attempts, too.
        if run.hasFailed { group.cancelAll() }
        if !begun.isEmpty { continue }
        if let ended = await group.next() {
          begun = turns.begin(after: ended)
        } else {
          // Only cycles that properties close are left, and what waits for them.
          guard !run.hasFailed, !store.isStopping, let next = turns.breakCycle() else { return }
          begun = [next]
        }
      }
    }
  }

  /// Whether the start of a service may suspend; a task of its own costs most of what another service takes.
  private func takesTime(_ index: Int) -> Bool {
    let planned = wiring.services[index]
    return planned.isAwaited || planned.entry.isEntryPoint || planned.entry.handedIn != nil
  }

  /// Runs the turn of one service, and records its outcome.
  private func startOne(_ index: Int, in run: StartRun) async {
    run.note(.starting, of: index)
    do throws(DiagnosticsError) {
      guard let service = try await start(index, in: run) else {
        giveUp(index, in: run)
        return
      }
      run.add(service)
      run.note(.started, of: index)
      let started = ContainerObserver.Started(
        key: service.key, duration: service.build + (service.hook ?? .zero))
      root.activity?.post { $0.started?(started) }
      // From here its end is one of the program.
      if let own = run.store.run(of: index), let end = own.start() { run.store.ended(own, end) }
    } catch {
      run.add(error, of: index)
      // Not what a signal or a stop has cancelled.
      if !Task.isCancelled, !error.isCancellation { run.late?.begin(error) }
      giveUp(index, in: run)
    }
  }

  /// Records that a service could not be started; its run, if one began, is awaited when what was built is stopped.
  private func giveUp(_ index: Int, in run: StartRun) {
    run.store.run(of: index)?.cancel()
    run.note(.failed, of: index)
  }

  /// Builds a service, and runs its hook.
  ///
  /// - Returns: The started service; nil if it is not started because another one has failed.
  private func start(
    _ index: Int, in run: StartRun
  ) async throws(DiagnosticsError) -> StartReport.Service? {
    let (store, planned) = (run.store, wiring.services[index])
    let begun = run.time()
    guard !run.hasFailed else { return nil }
    let box: AnyBox
    do throws(DiagnosticsError) {
      // A cancelled task may open a scope, for example to clean up.
      if store === root, Task.isCancelled {
        // What has failed has cancelled it.
        guard !run.hasFailed else { return nil }
        throw planned.startFailed(CancellationError(), wiring.secrets)
      }
      box = try await ResolutionContext(self, store).awaitedInstanceIgnoringOverrides(
        of: BoundService(index: index))
    } catch {
      // Reported after another failure, too: no factory is cancelled.
      run.fail()
      throw error
    }
    let built = run.time()
    var attempts: [StartReport.FailedAttempt] = []
    var hooked: Duration?
    let entry = planned.entry
    if entry.isEntryPoint {
      guard !store.isStopping else { throw store.stoppedError }
      guard !run.hasFailed else { return nil }
      let own = await begin(index, box, in: store)
      if entry.hasAttempts {
        guard let failed = try await attempt(index, box, own, since: built, in: run) else {
          return nil
        }
        attempts = failed
        hooked = run.time() - built
      }
    }
    let waits = run.schedule.waits[index] ?? []
    return StartReport.Service(
      key: planned.key, begun: begun, build: built - begun, hook: hooked,
      waitedFor: waits.filter { $0 >= 0 }.map { wiring.services[$0].key },
      waitedForAllOthers: waits.contains(LifecycleOrder.allOthers),
      failedAttempts: attempts)
  }

  /// Begins the run of a service, if its factory has one.
  private func begin(_ index: Int, _ box: AnyBox, in store: InstanceStore) async -> ServiceRun? {
    let run: ServiceRun
    let body: @Sendable () async throws -> Void
    switch wiring.services[index].entry.run {
    case nil: return nil
    case .cancelled(let hook):
      run = ServiceRun(of: index, stopping: nil)
      body = { try await hook(box) }
    case .asked(let hook):
      let stopping = StopRequest()
      run = ServiceRun(of: index, stopping: stopping)
      body = { try await hook(box, stopping) }
    }
    store.add(run)
    await run.begin(in: store, body)
    return run
  }

  /// Awaits `ready` and runs the start hook of a service, and again after a pause while one of them fails and attempts
  /// are left.
  ///
  /// No attempt follows if the start was cancelled or another service has failed.
  ///
  /// - Returns: The attempts that failed and were followed by another one; nil for an attempt that ends with an
  ///   error after another service has failed, as a cancelled hook may end with any.
  /// - Throws: The error of the last attempt, or that of the service's own run.
  private func attempt(
    _ index: Int, _ box: AnyBox, _ own: ServiceRun?, since built: Duration, in run: StartRun
  ) async throws(DiagnosticsError) -> [StartReport.FailedAttempt]? {
    let planned = wiring.services[index]
    let (ready, start) = (planned.entry.ready, planned.entry.start)
    let (limit, clock) = (planned.timeouts.start, run.store.limitClock)
    let retry = planned.retry
    var begun = built
    var attempts: [StartReport.FailedAttempt] = []
    while true {
      let number = attempts.count + 1
      let problem: String
      let failure: DiagnosticsError
      let outcome = await runHook(
        limit: limit, by: clock, nextTo: own, isAwaited: ready != nil
      ) {
        if let ready {
          try await ready(box)
          // One that was given up, as its limit was over, may return late.
          try Task.checkCancellation()
        }
        own?.ready()
        try await start?(box)
      }
      switch outcome {
      case .finished: return attempts
      case .runEnded(let end):
        guard let error = self.error(of: end, index, in: run) else { return nil }
        throw error
      case .failed(let error):
        problem = wiring.secrets.conceal(error)
        failure = planned.startFailed(error, wiring.secrets, attempt: number)
      case .timedOut:
        problem = "took longer than \(limit.inWords)"
        failure = planned.startTimedOut(limit, attempt: number)
      }
      let isLast = number >= retry.mostAttempts || Task.isCancelled
      guard isLast ? run.fail() : !run.hasFailed else { return nil }
      let failed = ContainerObserver.AttemptFailed(
        key: planned.key, number: number, attempts: retry.mostAttempts, error: problem)
      root.activity?.post { $0.attemptFailed?(failed) }
      if isLast { throw failure }
      let pause = retry.pause(after: number)
      attempts.append(
        .init(begun: begun, duration: run.time() - begun, error: problem, pause: pause))
      run.note(.retrying(failedAttempts: number), of: index)
      let rest = await runHook(limit: nil, by: clock, nextTo: own, isAwaited: ready != nil) {
        try await Task.sleep(for: pause)
      }
      if case .runEnded(let end) = rest {
        guard let error = self.error(of: end, index, in: run) else { return nil }
        throw error
      }
      // This error was before any other failure, which only ends the pause.
      guard case .finished = rest, !Task.isCancelled, !run.hasFailed else {
        run.fail()
        throw failure
      }
      begun = run.time()
    }
  }
}

extension Container {
  /// Returns the error of a service whose own run has ended before it was ready; nil after another failure.
  private func error(of end: RunEnd, _ index: Int, in run: StartRun) -> DiagnosticsError? {
    guard run.fail() else { return nil }
    let planned = wiring.services[index]
    // The stop reports the end, as it has asked for it.
    if Task.isCancelled { return planned.startFailed(CancellationError(), wiring.secrets) }
    run.store.forgetRun(of: index)
    return planned.startEnded(end, wiring.secrets)
  }
}

extension DiagnosticsError {
  /// Whether it only reports that the start was cancelled.
  var isCancellation: Bool {
    underlying is CancellationError
      || diagnostics.allSatisfy { $0.code == .containerShutDown || $0.code == .scopeClosed }
  }
}
