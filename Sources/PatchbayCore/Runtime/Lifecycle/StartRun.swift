/// The parts that the turns of one start share.
struct StartRun: Sendable {
  let store: InstanceStore
  let hookTimeout: Duration?
  /// Returns the time that has passed since some fixed moment.
  let time: @Sendable () -> Duration
  let pauses = RetryPauses()

  /// Records what becomes of a service; only a container has a readiness, and no scope.
  func note(_ state: Readiness.State, of index: Int) {
    if store.outer == nil { store.note(state, of: index) }
  }
}
