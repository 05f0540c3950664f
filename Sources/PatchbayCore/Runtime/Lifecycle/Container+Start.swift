public import PatchbayDiagnostics

extension Container {
  /// Builds the eager services, and starts the services that have an `onStart` hook.
  ///
  /// Eager services, services with a hook, services that `async` or main-actor factories build, and
  /// instances with injected properties that the program provides are built and started in the
  /// order of their dependencies and of `after`; independent ones concurrently. If one of them
  /// fails, the services that were built are stopped in reverse order, and the container is shut
  /// down.
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
  /// failure.
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
      var hasFailed = false
      var started: Set<Int> = []
      var pending = schedule.order
      func begin(_ index: Int) {
        group.addTask {
          await LifecycleRun.perform(in: store) {
            await self.startOne(index, in: run)
          }
        }
      }
      func beginReady() {
        guard !hasFailed, !store.isStopping else { return }
        // A service that waits for itself through a cycle of properties waits only for earlier
        // services.
        let ready = pending.filter { index in
          schedule.waits[index, default: []].isSubset(of: started.union([index]))
        }
        pending.removeAll(where: ready.contains)
        for index in ready { begin(index) }
      }
      beginReady()
      while true {
        guard let turn = await group.next() else {
          guard !hasFailed, !store.isStopping, let next = pending.first else { return turns }
          // Only a cycle of properties is left: begin with the first service.
          pending.removeFirst()
          begin(next)
          continue
        }
        turns.append(turn)
        started.insert(turn.index)
        if turn.failure != nil {
          hasFailed = true
          run.pauses.end()
        }
        beginReady()
      }
    }
  }

  private func startOne(_ index: Int, in run: StartRun) async -> StartTurn {
    run.note(.starting, of: index)
    var turn = StartTurn(index: index, begun: run.time())
    await start(&turn, in: run)
    run.note(turn.failure == nil ? .started : .failed, of: index)
    if turn.failure == nil { noteStart(of: turn) }
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
    // A cancelled task may open a scope, for example to clean up.
    if store === root, Task.isCancelled {
      turn.failure = binding.startFailed(CancellationError(), wiring.secrets)
      return
    }
    let box: AnyBox
    do throws(DiagnosticsError) {
      box = try await ResolutionContext(self, store).awaitedOriginal(turn.index, contract: 0)
    } catch {
      turn.failure = error
      return
    }
    let built = run.time()
    turn.built = built
    guard let hook = binding.entry.start else { return }
    guard !store.isStopping else {
      turn.failure = .containerStopped()
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
