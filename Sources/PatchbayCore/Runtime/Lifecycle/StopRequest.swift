/// A stop's request to a run that it ends, made at the service's turn of the stop.
///
/// ```swift
/// Factory("JobWorker", .service("queue"), make: JobWorker.init)
///   .onRun { worker, stopping in
///     while let job = try await stopping.cancelWhenRequested({ try await worker.queue.next() }) {
///       try await worker.perform(job)  // is not cancelled
///     }
///   }
/// ```
///
/// The service's `onStop` hook runs after the request. The run is cancelled if it has not ended when the limit of the
/// stop is over (``Container/stopTimeout``). It may be used from any thread, and copies are of one request.
public struct StopRequest: Sendable {
  private struct State {
    var isRequested = false
    var waits: [ObjectIdentifier: ShutdownWait] = [:]
  }

  private final class Storage: Sendable {
    let state = Locked(State())
  }

  private let storage = Storage()

  /// Whether the run has to end; once it has, this never changes.
  public var isRequested: Bool { storage.state.withLock { $0.isRequested } }

  /// Returns when the run has to end, or when the calling task is cancelled.
  public func requested() async {
    let wait = ShutdownWait()
    let isRequested = storage.state.withLock { state in
      if !state.isRequested { state.waits[ObjectIdentifier(wait)] = wait }
      return state.isRequested
    }
    if isRequested { return }
    await wait.wait()
    storage.state.withLock { $0.waits[ObjectIdentifier(wait)] = nil }
  }

  /// Runs an operation, and cancels it when the run has to end: for code that waits in a loop of others, such as the
  /// `next()` of a sequence.
  ///
  /// - Parameter operation: The operation, in a child task. It is not begun if the run has to end already.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation. That of a cancelled one is usually `CancellationError`, as is that of one which
  ///   was not begun: a run may end with it without failing.
  public func cancelWhenRequested<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    if isRequested { throw CancellationError() }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { .some(try await operation()) }
      group.addTask {
        await requested()
        return .none
      }
      while let ended = try await group.next() {
        group.cancelAll()
        if let result = ended { return result }
      }
      // The operation returns or throws, and so the loop never ends by itself.
      throw CancellationError()
    }
  }

  /// Makes the request.
  func request() {
    let waits = storage.state.withLock { state in
      defer { state.waits = [:] }
      state.isRequested = true
      return state.waits
    }
    for wait in waits.values { wait.finish() }
  }
}
