import Synchronization

/// A running build of services that a store keeps, if the container is observed or starts.
///
/// A class, so that a build which is not watched handles one word.
final class WatchedBuild: Sendable {
  private let activity: ContainerActivity
  /// The start during which it began, if one ran.
  private let start: StartRun?
  /// The clock of the start, or of the activity.
  private let time: @Sendable () -> Duration
  private let begun: Duration

  init(_ activity: ContainerActivity) {
    self.activity = activity
    start = activity.start
    time = start?.time ?? activity.time
    begun = time()
  }

  /// Ends the build of bindings, before other callers can have them: a caller could start one, and
  /// observers would be notified of that first.
  ///
  /// - Parameters:
  ///   - members: The bindings that were built.
  ///   - requester: The key of the service that they were built for; nil if no service needs them.
  ///   - wiring: The wiring of the bindings.
  func end(_ members: [Int], for requester: String?, _ wiring: Wiring) {
    let duration = time() - begun
    for index in members {
      let binding = wiring.bindings[index]
      start?.add(
        StartReport.Build(
          key: binding.key, begun: begun, duration: duration, requestedBy: requester))
      let scope = binding.scope.depth.flatMap { $0 == 0 ? nil : wiring.scopeNames[$0 - 1] }
      let built = ContainerObserver.Built(key: binding.key, scope: scope, duration: duration)
      activity.post { $0.built?(built) }
    }
  }
}

extension InstanceStore {
  /// The activity of the container; nil if it was neither observed nor started.
  var activity: ContainerActivity? {
    let store = root
    // Relaxed ordering is enough, as the lock publishes the activity.
    guard store.isWatched.load(ordering: .relaxed) else { return nil }
    return store.lifecycle.withLock { $0?.activity }
  }

  /// Ends the record of a start: without observers, builds are not watched from then on.
  func endRecord() {
    lifecycle.withLock { lifecycle in
      lifecycle?.activity?.start = nil
      if lifecycle?.activity?.isObserved == false { isWatched.store(false, ordering: .relaxed) }
    }
  }

  /// Changes the activity of a container's store, which the first call creates: adds an observer, or begins the
  /// record of a start. An activity's own lock is inside that of the lifecycle, and never the reverse.
  func watch(_ change: (ContainerActivity) -> Void) {
    lifecycle.withLock { lifecycle in
      // Nothing more happens, and an observer would be retained without end.
      guard !isClosed else { return }
      let activity = lifecycle?.activity ?? ContainerActivity()
      lifecycle.needed.activity = activity
      change(activity)
      isWatched.store(true, ordering: .relaxed)
    }
  }
}

extension ResolutionContext {
  /// Begins to watch a build; nil if the container is neither observed nor started.
  // Both parts are kept out of their callers, which the first request for a service runs through.
  @inline(__always)
  func beginBuild() -> WatchedBuild? {
    container.root.isWatched.load(ordering: .relaxed) ? beginWatchedBuild() : nil
  }

  @inline(never)
  private func beginWatchedBuild() -> WatchedBuild? {
    container.root.activity.map { WatchedBuild($0) }
  }
}
