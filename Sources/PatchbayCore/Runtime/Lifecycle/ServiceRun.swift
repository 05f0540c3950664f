import PatchbayDiagnostics

/// How a run ended.
enum RunEnd: Sendable {
  case returned
  case failed(any Error)

  /// The error that it threw, unless it only says that the run was cancelled.
  var failure: (any Error)? {
    if case .failed(let error) = self, !(error is CancellationError) { error } else { nil }
  }
}

/// The run of one service: the `onRun` closure of its factory, in a task of its own.
///
/// For example, the run of a queue: the start begins it and awaits `ready` next to it. It may end before that, which
/// fails the start; at any later time, which ends the program; or because a stop cancels it.
final class ServiceRun: Sendable {
  /// The service.
  let index: Int
  /// What asks it to end; nil if its closure does not take it.
  let stopping: StopRequest?
  private let state = Locked(State())

  private struct State {
    var task: Task<Void, Never>?
    var end: RunEnd?
    /// Whether the service has started, so that the end of its run is no matter of its start any more.
    var hasStarted = false
    /// Whether the start awaits `ready`, without which it cannot succeed once the run has ended.
    var isAwaited = false
    /// What waits for a `ready` or an `onStart`.
    var race: Race?
    /// What waits for its end.
    var waits: [Race] = []
    var entering: CheckedContinuation<Void, Never>?
    var isEntered = false

    /// The end, if it makes the start fail.
    var fatalEnd: RunEnd? {
      if case .returned = end, !isAwaited { nil } else { end }
    }
  }

  init(of index: Int, stopping: StopRequest?) {
    (self.index, self.stopping) = (index, stopping)
  }

  /// Begins the run, and returns when its closure is entered.
  ///
  /// Detached, so that it inherits no task-local values: inside of a service group it would be shut down with everything
  /// else at once, and it would keep the logger of the task that started the container. Only the library's own are bound
  /// again.
  func begin(in store: InstanceStore, _ body: @escaping @Sendable () async throws -> Void) async {
    let defaultContainer = DefaultContainer.local
    let task = Task.detached {
      let end = await LifecycleRun.perform(in: store) {
        await DefaultContainer.$local.withValue(defaultContainer) { () async -> RunEnd in
          self.enter()
          do {
            try await body()
            return .returned
          } catch { return .failed(error) }
        }
      }
      if self.finish(end) { store.ended(self, end) }
    }
    await withCheckedContinuation { continuation in
      let isEntered = state.withLock { state in
        state.task = task
        if !state.isEntered { state.entering = continuation }
        return state.isEntered
      }
      if isEntered { continuation.resume() }
    }
  }

  private func enter() {
    let entering = state.withLock { state in
      state.isEntered = true
      defer { state.entering = nil }
      return state.entering
    }
    entering?.resume()
  }

  /// Records the end; returns whether the service has started before.
  private func finish(_ end: RunEnd) -> Bool {
    let (race, waits, hasStarted) = state.withLock { state in
      state.end = end
      defer { state.waits = [] }
      return (state.fatalEnd == nil ? nil : state.race, state.waits, state.hasStarted)
    }
    race?.settle(.runEnded(end))
    for wait in waits { wait.settle(.finished) }
    return hasStarted
  }

  /// Has the end of the run decide a race, if it makes the start fail, until ``ready()`` or another race.
  func decide(_ race: Race, isAwaited: Bool) {
    let end = state.withLock { state in
      (state.race, state.isAwaited) = (race, isAwaited)
      return state.fatalEnd
    }
    if let end { race.settle(.runEnded(end)) }
  }

  /// Records that `ready` has returned: a run that returns from now on fails no start.
  func ready() { state.withLock { $0.isAwaited = false } }

  /// Records that the service has started.
  ///
  /// - Returns: How the run has ended meanwhile; nil if it goes on.
  func start() -> RunEnd? {
    state.withLock { state in
      (state.hasStarted, state.race) = (true, nil)
      return state.end
    }
  }

  func cancel() { state.withLock { $0.task }?.cancel() }

  /// Whether it was cancelled, as its service could not be started.
  var isCancelled: Bool { state.withLock { $0.task?.isCancelled == true } }

  /// Cancels it if the start awaits `ready`, which may not notice that the start was cancelled, but that the run ends.
  func cancelUnlessReady() { state.withLock { $0.isAwaited ? $0.task : nil }?.cancel() }

  /// Waits for the end, for at most a limit; nil is no limit.
  ///
  /// - Returns: How it ended; nil if it goes on.
  func end(within limit: Duration?, by clock: LimitClock) async -> RunEnd? {
    let wait = Race()
    let end = state.withLock { state in
      if state.end == nil { state.waits.append(wait) }
      return state.end
    }
    if let end { return end }
    if let limit { clock.watch(wait, for: limit) }
    _ = await wait.outcome()
    clock.forget(wait)
    return state.withLock { $0.end }
  }
}

// Which runs a store has, and what their ends mean for the program.
extension InstanceStore {
  /// Ends a program whose service has ended, as the definition of the service says.
  ///
  /// While other services start, an end that is an error fails the start; any other takes effect when the start has
  /// ended. After a stop has begun, it belongs to the stop.
  func ended(_ run: ServiceRun, _ end: RunEnd) {
    let planned = wiring.services[run.index]
    // Before the lock, as the description of an error may run any code.
    let problem = end.problem(wiring.secrets)
    let error = end.error(of: planned, wiring.secrets)
    let endsProgram = planned.ends != .continue
    var (start, waits): (Task<Lifecycle.StartOutcome, Never>?, [ShutdownWait]) = (nil, [])
    var late: LateReport?
    let isOwn = lifecycle.withLock { lifecycle in
      // A container that was released has none any more.
      guard let lifecycle, !hasStopBegun(lifecycle), lifecycle.runs[run.index] === run else {
        return false
      }
      lifecycle.runs[run.index] = nil
      lifecycle.progress[run.index] = .ended(error: problem)
      guard endsProgram else { return true }
      if let error, let running = lifecycle.run, lifecycle.startOutcome == nil {
        running.fail()
        running.add(error, of: run.index, isFirst: true)
        (start, late) = (lifecycle.start, running.late)
      } else {
        // One that just returned is no reason to hide an error that follows.
        if lifecycle.ending?.error == nil {
          lifecycle.ending = .init(key: planned.key, error: error)
        }
        if lifecycle.startOutcome != nil { waits = lifecycle.takeWaits() }
      }
      return true
    }
    guard isOwn else { return }
    // Before the program goes on and stops, which releases the observers.
    let ended = ContainerObserver.Ended(key: planned.key, error: problem)
    activity?.post { $0.ended?(ended) }
    // Outside of the lock, which it takes.
    if let error { late?.begin(error) }
    // Outside of the lock, because it runs the cancellation handlers of hooks.
    start?.cancel()
    for wait in waits { wait.finish() }
  }

  /// Adds the run of a service that starts.
  func add(_ run: ServiceRun) { lifecycle.withLock { $0.needed.runs[run.index] = run } }

  /// The run of a service, if it goes on.
  func run(of index: Int) -> ServiceRun? { lifecycle.withLock { $0?.runs[index] } }

  /// Removes the run of a service that has ended.
  func forgetRun(of index: Int) { lifecycle.withLock { $0?.runs[index] = nil } }

  /// Has the end of the program end a wait, at once if it has ended before.
  func finishAtEnd(_ wait: ShutdownWait) {
    let isOver = lifecycle.withLock { lifecycle in
      if hasStopBegun(lifecycle) || lifecycle?.hasEnded == true { return true }
      lifecycle.needed.waits[ObjectIdentifier(wait)] = wait
      return false
    }
    if isOver { wait.finish() }
  }

  func forget(_ wait: ShutdownWait) {
    lifecycle.withLock { $0?.waits[ObjectIdentifier(wait)] = nil }
  }

  /// Whether a run has ended that the program needs.
  var hasEnded: Bool { lifecycle.withLock { $0?.hasEnded == true } }

  /// The run with which the program ended, and its error; nil if it has not.
  var ending: Lifecycle.Ending? {
    lifecycle.withLock { $0?.hasEnded == true ? $0?.ending : nil }
  }
}
