import Foundation

/// A gate at which threads and tasks wait until it is opened. It opens once and stays open.
///
/// Tests order what happens on several threads by gates, never by sleeping.
///
/// `@unchecked` because of the lock, which is the system's own: the thread sanitizer does not see into
/// a `Mutex`. Safe because `state` is only reached in `withLock`.
public final class Gate: @unchecked Sendable {
  private struct State {
    var arrivals = 0
    /// What resumes each waiter; nil once the gate is open.
    var waiters: [@Sendable () -> Void]? = []
  }

  private let lock = NSLock()
  private var state = State()
  private let expected: Int

  private func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  /// - Parameter expected: how many calls of `arrive()` open the gate.
  public init(opensAfter expected: Int = 1) { self.expected = expected }

  /// Opens the gate, and resumes every task that waits for it.
  public func open() {
    let waiters = withLock { state in
      defer { state.waiters = nil }
      return state.waiters ?? []
    }
    for resume in waiters { resume() }
  }

  /// Counts an arrival without waiting; the last one that is expected opens the gate.
  public func arrive() {
    let isLast = withLock { state in
      state.arrivals += 1
      return state.arrivals == expected
    }
    if isLast { open() }
  }

  /// Blocks the thread until the gate is open.
  public func wait() {
    let isOpen = DispatchSemaphore(value: 0)
    whenOpen { isOpen.signal() }
    isOpen.wait()
  }

  /// Suspends the task until the gate is open.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func opened() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    whenOpen { continuation.finish() }
    for await _ in stream {}
    try Task.checkCancellation()
  }

  /// Counts an arrival and blocks the thread until all that are expected have arrived.
  public func arriveAndWait() {
    arrive()
    wait()
  }

  private func whenOpen(_ resume: @escaping @Sendable () -> Void) {
    let isOpen = withLock { state in
      state.waiters?.append(resume)
      return state.waiters == nil
    }
    if isOpen { resume() }
  }
}
