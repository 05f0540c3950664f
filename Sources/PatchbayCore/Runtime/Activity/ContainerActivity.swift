import Synchronization

/// What a container does, for its observers, in the order in which it happens.
///
/// A container has none before it is observed.
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
  }

  private let state = Locked(State())

  func add(_ observer: ContainerObserver) { state.withLock { $0.observers.append(observer) } }

  /// Whether an observer receives the ends of runs.
  var observesEnds: Bool { state.withLock { $0.observers.contains { $0.ended != nil } } }

  /// Releases the observers, after what has happened was delivered: one may retain the container.
  func end() {
    // Not released under the lock, as what they retain may run any code.
    _ = state.withLock { state in
      defer { state.observers = [] }
      return state.observers
    }
  }

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

/// A running build of services that a store keeps, in a container that is observed.
///
/// A class, so that a build which is not watched handles one word.
final class WatchedBuild: Sendable {
  private let activity: ContainerActivity
  private let begun = ContinuousClock.now

  init(for activity: ContainerActivity) { self.activity = activity }

  /// Ends the build of services, before other callers can have them: a caller could start one, and
  /// observers would be notified of that first.
  ///
  /// - Parameters:
  ///   - members: The services that were built.
  ///   - wiring: The wiring of the services.
  func end(_ members: [Int], _ wiring: Wiring) {
    let duration = begun.duration(to: .now)
    for index in members {
      let planned = wiring.services[index]
      let scope = planned.scope.depth.flatMap { $0 == 0 ? nil : wiring.scopeNames[$0 - 1] }
      let built = ContainerObserver.Built(key: planned.key, scope: scope, duration: duration)
      activity.post { $0.built?(built) }
    }
  }
}

extension InstanceStore {
  /// The activity of the container; nil if it was never observed.
  var activity: ContainerActivity? {
    let store = root
    // Relaxed ordering is enough, as the lock publishes the activity.
    guard store.isWatched.load(ordering: .relaxed) else { return nil }
    return store.lifecycle.withLock { $0?.activity }
  }

  /// Adds an observer to a container's store. An activity's own lock is inside that of the lifecycle, and never
  /// the reverse.
  func add(_ observer: ContainerObserver) {
    lifecycle.withLock { lifecycle in
      // Nothing more happens, and an observer would be retained without end.
      guard !isClosed else { return }
      let activity = lifecycle?.activity ?? ContainerActivity()
      activity.add(observer)
      lifecycle.needed.activity = activity
      isWatched.store(true, ordering: .relaxed)
    }
  }
}

extension ResolutionContext {
  /// Begins to watch a build; nil if the container is not observed.
  // Both parts are kept out of their callers, which the first request for a service runs through.
  @inline(__always)
  func beginBuild() -> WatchedBuild? {
    container.root.isWatched.load(ordering: .relaxed) ? beginWatchedBuild() : nil
  }

  @inline(never)
  private func beginWatchedBuild() -> WatchedBuild? {
    container.root.activity.map { WatchedBuild(for: $0) }
  }
}
