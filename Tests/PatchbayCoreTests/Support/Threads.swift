import Foundation

@testable import PatchbayCore

/// Runs a body on threads of its own, all released at the same moment, and waits for all.
func onThreads(_ count: Int, stackSize: Int? = nil, _ body: @escaping @Sendable (Int) -> Void) {
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

/// Waits on a thread of its own, so that no task's thread is held.
func blocking(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread {
      body()
      continuation.resume()
    }.start()
  }
}

/// Whether every edge of the wait-for graph is taken back: at once, but for other tests' edges.
///
/// Holds no thread of the tasks: a test that awaits something may have an edge until it gets one.
func noEdgeIsLeft() async throws -> Bool {
  for _ in 0..<10_000 {
    if WaitGraph.edgeCount == 0 { return true }
    try await Task.sleep(for: .milliseconds(1))
  }
  return false
}
