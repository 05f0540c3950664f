/// Settles races whose limits are over, for all hooks and runs of a container and its scopes.
///
/// One task sleeps for all of them: with one for each, the stop of a run would cost three times as much, and nearly
/// always the clock is not needed.
final class LimitClock: Sendable {
  private struct State {
    var watched: [ObjectIdentifier: (end: ContinuousClock.Instant, race: Race)] = [:]
    /// The end of the task's sleep; nil while it does not sleep.
    var wakes: ContinuousClock.Instant?
    var task: Task<Void, Never>?
  }

  private let state = Locked(State())

  deinit { state.withLock { $0.task }?.cancel() }

  /// Settles a race as timed out when a limit is over, unless ``forget(_:)`` comes first.
  func watch(_ race: Race, for limit: Duration) {
    // More than a century is no limit: the clock could not add it to the time.
    guard limit < .seconds(3_000_000_000) else { return }
    let end = ContinuousClock.now + limit
    state.withLock { state in
      state.watched[ObjectIdentifier(race)] = (end, race)
      if state.wakes.map({ end < $0 }) ?? true { sleep(until: end, &state) }
    }
  }

  func forget(_ race: Race) {
    // Released outside of the lock.
    _ = state.withLock { $0.watched.removeValue(forKey: ObjectIdentifier(race)) }
  }

  private func sleep(until end: ContinuousClock.Instant, _ state: inout State) {
    state.task?.cancel()
    state.wakes = end
    // Ends with the container, which has the clock.
    state.task = Task.detached { [weak self] in
      if (try? await Task.sleep(until: end, clock: .continuous)) != nil { self?.wake() }
    }
  }

  private func wake() {
    let late = state.withLock { state in
      let late = state.watched.filter { $0.value.end <= .now }
      for key in late.keys { state.watched[key] = nil }
      state.wakes = nil
      if let next = state.watched.values.map(\.end).min() { sleep(until: next, &state) }
      return late
    }
    for (_, race) in late.values { race.settle(.timedOut) }
  }
}

extension InstanceStore {
  /// The clock of the container.
  var limitClock: LimitClock { root.lifecycle.withLock { $0.needed.limitClock } }
}
