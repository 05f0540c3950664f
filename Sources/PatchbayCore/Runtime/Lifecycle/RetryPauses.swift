/// The pauses between the attempts of one start; its first failure ends all of them.
final class RetryPauses: Sendable {
  private struct State {
    var isEnded = false
    /// The sleeping tasks by their numbers.
    var sleeping: [Int: Task<Bool, Never>] = [:]
    var count = 0
  }

  private let state = Locked(State())

  /// Waits for a duration, or until the start ends or the calling task is cancelled.
  ///
  /// - Returns: Whether the next attempt may begin.
  func pause(for duration: Duration) async -> Bool {
    guard !Task.isCancelled else { return false }
    let sleep = Task { (try? await Task.sleep(for: duration)) != nil }
    let number = state.withLock { state -> Int? in
      guard !state.isEnded else { return nil }
      state.count += 1
      state.sleeping[state.count] = sleep
      return state.count
    }
    guard let number else {
      sleep.cancel()
      return false
    }
    let isOver = await withTaskCancellationHandler {
      await sleep.value
    } onCancel: {
      sleep.cancel()
    }
    let isEnded = state.withLock { state in
      state.sleeping[number] = nil
      return state.isEnded
    }
    return isOver && !isEnded && !Task.isCancelled
  }

  /// Ends all pauses, now and later.
  func end() {
    let sleeping = state.withLock { state in
      state.isEnded = true
      return state.sleeping
    }
    for sleep in sleeping.values { sleep.cancel() }
  }
}
