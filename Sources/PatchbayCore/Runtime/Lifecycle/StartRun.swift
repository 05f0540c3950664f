import Synchronization

/// What the turns of one start share.
final class StartRun: Sendable {
  let store: InstanceStore
  let hookTimeout: Duration?
  /// Returns the time that has passed since some fixed moment.
  let time: @Sendable () -> Duration
  private let failed = Atomic<Bool>(false)

  init(
    store: InstanceStore, hookTimeout: Duration?, time: @escaping @Sendable () -> Duration
  ) {
    (self.store, self.hookTimeout, self.time) = (store, hookTimeout, time)
  }

  /// Whether a service has failed: no further hook or attempt begins, and those that run are cancelled.
  var hasFailed: Bool { failed.load(ordering: .acquiring) }

  /// Records that a service has failed.
  ///
  /// - Returns: Whether it is the first one.
  @discardableResult
  func fail() -> Bool { !failed.exchange(true, ordering: .acquiringAndReleasing) }

  /// Records what becomes of a service; only a container has a readiness, and no scope.
  func note(_ state: Readiness.State, of index: Int) {
    if store.outer == nil { store.note(state, of: index) }
  }
}
