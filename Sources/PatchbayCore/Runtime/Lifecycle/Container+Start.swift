public import PatchbayDiagnostics

extension Container {
  /// Builds the eager services, and starts the services that have an `onStart` hook.
  ///
  /// Eager services, services with a hook, services that `async` or main-actor factories build, and
  /// instances with injected properties that the program provides are built and started in the
  /// order of their dependencies and of `after`; independent ones concurrently. If one of them
  /// fails, the hooks of the others are cancelled and awaited, within their limits; their errors are
  /// dropped. Then the services that were built are stopped in reverse order, and the container is
  /// shut down.
  ///
  /// A hook whose definition has a `retry` is attempted again when it fails, after a pause. No attempt
  /// follows if the start is cancelled or another service has failed.
  ///
  /// A second call waits for the first and has the same result. If ``stop(hookTimeout:)`` or the
  /// cancellation of the first caller's task cancels the start, no further service is started, and
  /// the running hooks are cancelled.
  ///
  /// - Parameter hookTimeout: How long each hook may take if its definition sets no limit under
  ///   `timeouts`; nil for no limit. A hook that exceeds its limit is cancelled and no longer
  ///   awaited.
  /// - Returns: A report with the started services, their order, and their times.
  /// - Throws: ``DiagnosticsError`` with `start-failed` or `start-timed-out` and with the errors of
  ///   factories and stop hooks; with `container-shut-down` if the container was stopped before or
  ///   during the start; with `reentrant-resolution` for a second call by a hook or a factory of
  ///   this container that the start waits for.
  @discardableResult
  public func start(hookTimeout: Duration? = nil) async throws(DiagnosticsError) -> StartReport {
    let begin = ContinuousClock.now
    return try await start(hookTimeout: hookTimeout) { begin.duration(to: .now) }
  }

  /// Starts the container; `time` returns the time that has passed since some fixed moment.
  func start(
    hookTimeout: Duration?, time: @escaping @Sendable () -> Duration
  ) async throws(DiagnosticsError) -> StartReport {
    let (task, isBegun) = try root.beginStart {
      let outcome = await self.startOutcome(hookTimeout: hookTimeout, time: time)
      await self.root.activity?.flush()
      return outcome
    }
    guard isBegun else { return try await task.value.get() }
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    .get()
  }

  private func startOutcome(
    hookTimeout: Duration?, time: @escaping @Sendable () -> Duration
  ) async -> Lifecycle.StartOutcome {
    let schedule = StartSchedule(wiring, depth: 0)
    let begin = time()
    let recording = StartRecording(time: time)
    root.begin(recording)
    let turns = await startAll(schedule, in: root, hookTimeout: hookTimeout, time: time)
    root.endRecording()
    let end = time()
    if let failure = await failure(of: turns, in: root, hookTimeout: hookTimeout) {
      return .failure(failure)
    }
    return .success(schedule.report(turns, recording.builds, wiring, since: begin, until: end))
  }

  /// Returns the error of a start that failed or was stopped, and stops what it has built; nil if it
  /// succeeded.
  func failure(
    of turns: [StartTurn], in store: InstanceStore, hookTimeout: Duration?
  ) async -> DiagnosticsError? {
    var failures = turns.compactMap { turn in
      turn.failure.map { $0.started(for: wiring.path(to: turn.index)) }
    }
    if failures.isEmpty, !store.isStopping { return nil }
    let stopped = store === root ? self : nil
    if let stopFailures = await store.rollBack(of: stopped, hookTimeout: hookTimeout) {
      return (failures + stopFailures).joined()
    }
    // Failures that the stop caused carry no information.
    failures.removeAll { $0.isCancellation }
    return ([store.stoppedError] + failures).joined()
  }

  /// Starts each service when those it waits for have started; begins no further one after a
  /// failure, and cancels the hooks that run.
  ///
  /// - Returns: The outcome of each turn, in the order in which they ended.
  func startAll(
    _ schedule: StartSchedule,
    in store: InstanceStore,
    hookTimeout: Duration?,
    time: @escaping @Sendable () -> Duration = { .zero }
  ) async -> [StartTurn] {
    let run = StartRun(store: store, hookTimeout: hookTimeout, time: time)
    return await withTaskGroup(of: StartTurn.self) { group in
      var turns: [StartTurn] = []
      var services = ReadyServices(schedule.order, schedule.waits)
      func begin(_ indices: [Int]) {
        guard !run.hasFailed, !store.isStopping else { return }
        for index in indices {
          group.addTask {
            await LifecycleRun.perform(in: store) {
              await self.startOne(index, in: run)
            }
          }
        }
      }
      begin(services.beginFirst())
      while true {
        guard let turn = await group.next() else {
          // Only a cycle of properties is left: begin with the first service.
          guard !run.hasFailed, !store.isStopping, let next = services.breakCycle() else {
            return turns
          }
          begin([next])
          continue
        }
        turns.append(turn)
        // Ends the pauses between attempts, too.
        if run.hasFailed { group.cancelAll() }
        begin(services.begin(after: turn.index))
      }
    }
  }

  private func startOne(_ index: Int, in run: StartRun) async -> StartTurn {
    run.note(.starting, of: index)
    var turn = StartTurn(index: index, begun: run.time())
    await start(&turn, in: run)
    run.note(turn.isStarted ? .started : .failed, of: index)
    if turn.isStarted { noteStart(of: turn) }
    return turn
  }

  private func noteStart(of turn: StartTurn) {
    let end = turn.hooked ?? turn.built ?? turn.begun
    let started = ContainerObserver.Started(
      key: wiring.bindings[turn.index].key, duration: end - turn.begun)
    root.activity?.post { $0.started?(started) }
  }

  /// Builds the service of a turn, and runs its hook.
  private func start(_ turn: inout StartTurn, in run: StartRun) async {
    let store = run.store
    let binding = wiring.bindings[turn.index]
    guard !run.hasFailed else {
      turn.outcome = .cancelled
      return
    }
    let box: AnyBox
    do throws(DiagnosticsError) {
      // A cancelled task may open a scope, for example to clean up.
      if store === root, Task.isCancelled {
        throw binding.startFailed(CancellationError(), wiring.secrets)
      }
      box = try await ResolutionContext(self, store).awaitedInstanceIgnoringOverrides(
        of: BoundService(index: turn.index, contract: 0))
    } catch {
      // Reported after another failure, too: no factory is cancelled.
      run.fail()
      turn.outcome = .failed(error)
      return
    }
    let built = run.time()
    turn.built = built
    guard let hook = binding.entry.start else { return }
    guard !store.isStopping else {
      turn.outcome = .failed(store.stoppedError)
      return
    }
    guard !run.hasFailed else {
      turn.outcome = .cancelled
      return
    }
    await attempt(&turn, since: built, in: run) { try await hook(box) }
    turn.hooked = run.time()
  }
}

extension DiagnosticsError {
  /// Whether it only reports that the start was cancelled.
  var isCancellation: Bool {
    underlying is CancellationError
      || diagnostics.allSatisfy { $0.code == .containerShutDown || $0.code == .scopeClosed }
  }
}
