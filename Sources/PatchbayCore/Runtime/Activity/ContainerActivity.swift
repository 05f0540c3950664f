/// What a container does, for its observers and the report of its start.
///
/// A container has none before it is observed or started.
final class ContainerActivity: Sendable {
  private enum Item {
    /// For the observers that there were when it happened.
    case event(@Sendable (ContainerObserver) -> Void, [ContainerObserver])
    /// A caller that waits until everything before it was delivered.
    case waiter(CheckedContinuation<Void, Never>)
  }

  private struct State {
    var observers: [ContainerObserver] = []
    var pending: [Item] = []
    /// Whether a thread delivers the pending items.
    var isDelivering = false
    var start: StartRun?
  }

  private let state = Locked(State())
  private let created = ContinuousClock.now

  func add(_ observer: ContainerObserver) { state.withLock { $0.observers.append(observer) } }

  /// Releases the observers, after what has happened was delivered: one may retain the container.
  func end() {
    // Not released under the lock, as what they retain may run any code.
    _ = state.withLock { state in
      defer { state.observers = [] }
      return state.observers
    }
  }

  var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }

  /// The running start, which records what is built; nil if none runs.
  var start: StartRun? {
    get { state.withLock { $0.start } }
    set { state.withLock { $0.start = newValue } }
  }

  /// Returns the time that has passed since some fixed moment.
  @Sendable func time() -> Duration { created.duration(to: .now) }

  /// Adds an event, which is delivered after all earlier ones; returns at once.
  func post(_ event: @escaping @Sendable (ContainerObserver) -> Void) {
    let begins = state.withLock { state in
      guard !state.observers.isEmpty else { return false }
      state.pending.append(.event(event, state.observers))
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    // On a thread, as an observer may block. Where the system has none, in a task: detached, so that a
    // factory's task-local values do not reach the observers.
    if begins, !SystemThread.run(deliver) { Task.detached { self.deliver() } }
  }

  /// Waits until the events that were posted before are delivered.
  func flush() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isDelivering { state.pending.append(.waiter(continuation)) }
        return !state.isDelivering
      }
      if isIdle { continuation.resume() }
    }
  }

  @Sendable private func deliver() {
    while true {
      var items = state.withLock { state in
        defer { state.pending = [] }
        if state.pending.isEmpty { state.isDelivering = false }
        return state.pending
      }
      if items.isEmpty { return }
      items.reverse()
      // One by one, so that nothing retains an observer of what was delivered when a waiter goes on.
      while let item = items.popLast() {
        switch item {
        case .event(let notify, let observers): for observer in observers { notify(observer) }
        case .waiter(let continuation): continuation.resume()
        }
      }
    }
  }
}
