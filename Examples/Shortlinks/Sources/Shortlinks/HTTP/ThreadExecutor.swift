import Dispatch
import Synchronization

/// Runs asynchronous work on the thread that waits for it, such as one of the HTTP server.
final class ThreadExecutor: TaskExecutor {
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  private let jobs = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  /// Runs an operation to its end; the thread sleeps while the operation waits for others.
  static func run<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let executor = ThreadExecutor()
    let outcome = Outcome<Value>()
    Task(executorPreference: executor) {
      let result: Result<Value, any Error>
      do { result = .success(try await operation()) } catch { result = .failure(error) }
      outcome.result.withLock { $0 = result }
    }
    while true {
      executor.count.wait()
      let job = executor.jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: executor.asUnownedTaskExecutor())
      if let result = outcome.result.withLock({ $0 }) { return try result.get() }
    }
  }
}
