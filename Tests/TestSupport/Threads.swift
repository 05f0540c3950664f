import Foundation

/// Runs a body on threads of its own, all released at the same moment, and waits for all.
public func onThreads(
  _ count: Int,
  stackSize: Int? = nil,
  _ body: @escaping @Sendable (Int) -> Void
) {
  let group = DispatchGroup()
  let start = DispatchSemaphore(value: 0)
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      start.wait()
      body(index)
      group.leave()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }
  for _ in 0..<count { start.signal() }
  group.wait()
}

/// Runs a blocking body on a thread of its own, so that no task's thread is held.
public func blocking<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: body()) }.start()
  }
}
