import Synchronization

/// Whether a client runs: not yet, now, or not any more.
public final class RunningState: Sendable {
  private enum State {
    case waiting([CheckedContinuation<Bool, Never>])
    case running, ended
  }

  private let state = Mutex(State.waiting([]))

  public init() {}

  /// Runs until the task is cancelled. A second call traps, as in the clients that have such a method.
  public func run() async {
    let waiters = state.withLock { state in
      guard case .waiting(let waiters) = state else {
        preconditionFailure("`run()` is called once")
      }
      state = .running
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: true) }
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    state.withLock { $0 = .ended }
  }

  /// Waits until the client runs; false if it has ended.
  public func isUsable() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Bool? in
        switch state {
        case .waiting(let waiters):
          state = .waiting(waiters + [continuation])
          return nil
        case .running: return true
        case .ended: return false
        }
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
