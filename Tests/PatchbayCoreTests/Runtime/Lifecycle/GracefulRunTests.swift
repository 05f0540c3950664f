import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A stop asks a run to end", .timeLimit(.minutes(15)))
struct GracefulRunTests {
  @Test("before the stop hook, and does not cancel it")
  func asked() async throws {
    let journal = Journal()
    let container = try containerOfNode {
      $0.onRun { _, stopping in
        journal.note("requested: \(stopping.isRequested)")
        await stopping.requested()
        journal.note("requested: \(stopping.isRequested), cancelled: \(Task.isCancelled)")
      }
      .onStop { _ in journal.note("hook") }
    }
    try await container.start()
    try await container.stop()
    #expect(journal.entries.first == "requested: false")
    #expect(Set(journal.entries.dropFirst()) == ["requested: true, cancelled: false", "hook"])
  }

  @Test("in the middle of a job, which is finished")
  func job() async throws {
    let (journal, isInJob, mayFinish) = (Journal(), Gate(), Gate())
    let container = try containerOfNode {
      $0.onRun { _, stopping in
        while true {
          // Somebody else's `next()`: a job at first, and then nothing until it is cancelled.
          try await stopping.cancelWhenRequested {
            if journal.entries.isEmpty { return }
            try await Gate().opened()
          }
          journal.note("taken")
          isInJob.open()
          await openedAtLast(mayFinish)
          journal.note("finished")
        }
      }
    }
    try await container.start()
    try await isInJob.opened()
    async let stop: Void = container.stop()
    while !container.root.isStopping { await Task.yield() }
    mayFinish.open()
    try await stop
    #expect(journal.entries == ["taken", "finished"])
  }

  @Test("which has a result, or begins cancelled if the request was made before")
  func operation() async throws {
    let request = StopRequest()
    #expect(try await request.cancelWhenRequested { Task.isCancelled } == false)
    let none: Int? = try await request.cancelWhenRequested { nil }
    #expect(none == nil)
    await #expect(throws: Broken.self) { try await request.cancelWhenRequested { throw Broken() } }
    request.request()
    await #expect(throws: CancellationError.self) {
      try await request.cancelWhenRequested { try await Gate().opened() }
    }
    await request.requested()
  }

  @Test("a wait for it ends with the cancellation of its task")
  func cancelledWait() async {
    let request = StopRequest()
    let task = Task { await request.requested() }
    task.cancel()
    await task.value
    #expect(!request.isRequested)
  }

  @Test("and cancels it when the limit is over, which is an error")
  func limit() async throws {
    let wasCancelled = Guarded<Bool?>(nil)
    let container = try containerOfNode("timeouts: { stop: 20ms }") {
      $0.onRun { _, _ in
        try? await Gate().opened()
        let isCancelled = Task.isCancelled
        wasCancelled.withLock { $0 = isCancelled }
      }
    }
    try await container.start()
    #expect(
      await thrownMessages { try await container.stop() }
        == ["the run of `node` had not ended after 20ms, and was cancelled"])
    #expect(wasCancelled.withLock { $0 } == true)
  }

  @Test("one whose own start failed is cancelled at once")
  func failedStart() async throws {
    let container = try containerOfNode("timeouts: { stop: null }") {
      $0.onRun { _, _ in try await Gate().opened() }.onStart { _ in throw Broken() }
    }
    #expect(await codes { try await container.start() } == [.startFailed])
  }
}
