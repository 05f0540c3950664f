import Synchronization

/// Runs asynchronous work on the calling thread, where callgrind counts it.
final class LocalExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let outcome = Mutex<Result<Void, any Error>?>(nil)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs an operation to its end; it must not wait for other threads.
  static func run(_ operation: @escaping @Sendable () async throws -> Void) throws {
    let executor = LocalExecutor()
    Task(executorPreference: executor) {
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await operation()) } catch { outcome = .failure(error) }
      executor.outcome.withLock { $0 = outcome }
    }
    while true {
      if let outcome = executor.outcome.withLock({ $0 }) { return try outcome.get() }
      let job = executor.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
  }
}
