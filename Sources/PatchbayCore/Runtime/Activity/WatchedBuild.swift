import Synchronization

/// A running build of services that a store keeps, if the container is observed or starts.
///
/// A class, so that a build which is not watched handles one word.
final class WatchedBuild: Sendable {
  private let activity: ContainerActivity
  private let recording: StartRecording?
  /// Its beginning by the clock of the recording.
  private let recorded: Duration
  private let begun: ContinuousClock.Instant

  init(_ activity: ContainerActivity) {
    self.activity = activity
    recording = activity.recording
    recorded = recording?.time() ?? .zero
    begun = .now
  }

  /// Ends the build of bindings, before other callers can have them: a caller could start one, and
  /// observers would be notified of that first.
  ///
  /// - Parameters:
  ///   - members: The bindings that were built.
  ///   - requester: The key of the service that they were built for; nil if no service needs them.
  ///   - wiring: The wiring of the bindings.
  func end(_ members: [Int], for requester: String?, _ wiring: Wiring) {
    let duration = begun.duration(to: .now)
    if let recording {
      let taken = recording.time() - recorded
      for index in members {
        recording.add(
          StartReport.Build(
            key: wiring.bindings[index].key, begun: recorded, duration: taken,
            requestedBy: requester))
      }
    }
    for index in members {
      let binding = wiring.bindings[index]
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

  /// Adds an observer to the activity of a container's store.
  func add(_ observer: ContainerObserver) { watch { $0.add(observer) } }

  /// Begins to record the builds of a start.
  func begin(_ recording: StartRecording) { watch { $0.recording = recording } }

  /// Ends the recording of a start: without observers, builds are not watched from then on.
  func endRecording() {
    lifecycle.withLock { lifecycle in
      lifecycle?.activity?.recording = nil
      if lifecycle?.activity?.isObserved == false { isWatched.store(false, ordering: .relaxed) }
    }
  }

  /// Changes the activity, which the first call creates. An activity's own lock is inside that of the
  /// lifecycle, and never the reverse.
  private func watch(_ change: (ContainerActivity) -> Void) {
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
