import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A stop ends runs in reverse order", .timeLimit(.minutes(15)))
struct ServiceRunStopTests {
  @Test("each `onRun` is cancelled and awaited after the services that need it")
  func eachIsCancelledAndAwaitedAfterWhatNeedsIt() async throws {
    let journal = Journal()
    let catalog = FactoryCatalog("t") {
      Factory("Client") { Node("client") }.onRun {
        try? await Gate().opened()
        journal.note("\($0.name) ended")
      }
      Factory("Server", .service("client")) { (client: Node) in Node("server", [client])
      }
      .onRun {
        try? await Gate().opened()
        for _ in 0..<20 { await Task.yield() }
        journal.note("\($0.name) ended")
      }
    }
    let text =
      "services: { client: { type: Client }, server: { type: Server, arguments: { client: !ref client } } }"
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    try await container.start()
    try await container.stop()
    #expect(journal.entries == ["server ended", "client ended"])
  }

  @Test("an `onRun` with a stop hook ends by itself")
  func withAStopHookItEndsByItself() async throws {
    let (shutdown, wasCancelled) = (Gate(), Guarded<Bool?>(nil))
    let container = try containerOfNode {
      $0.onRun { _ in
        try? await shutdown.opened()
        let isCancelled = Task.isCancelled
        wasCancelled.withLock { $0 = isCancelled }
      }
      .onStop { _ in shutdown.open() }
    }
    try await container.start()
    try await container.stop()
    #expect(wasCancelled.withLock { $0 } == false)
  }

  @Test("an `onRun` is cancelled after the limit of its stop hook")
  func afterTheLimitOfItsStopHookItIsCancelled() async throws {
    let wasCancelled = Guarded<Bool?>(nil)
    let container = try containerOfNode("timeouts: { stop: 20ms }") {
      $0.onRun { _ in
        try? await Gate().opened()
        let isCancelled = Task.isCancelled
        wasCancelled.withLock { $0 = isCancelled }
      }
      .onStop { _ in }
    }
    try await container.start()
    #expect(
      await thrownMessages { try await container.stop() }
        == ["the run of `node` had not ended after 20ms, and was cancelled"])
    #expect(wasCancelled.withLock { $0 } == true)
  }

  @Test("an `onRun` that ignores its cancellation is reported")
  func oneThatIgnoresItsCancellationIsReported() async throws {
    let mayEnd = Gate()
    defer { mayEnd.open() }
    let container = try containerOfNode("timeouts: { stop: 10ms }") {
      $0.onRun { _ in await openedAtLast(mayEnd) }
    }
    container.changeStopLimits { $0.afterCancellation = .milliseconds(5) }
    try await container.start()
    let error = await #expect(throws: DiagnosticsError.self) { try await container.stop() }
    #expect(
      error?.diagnostics.map(\.message)
        == ["the run of `node` goes on, although it was cancelled"])
    #expect(error?.codes == [.stopFailed])
  }

  @Test func anErrorAfterTheStopBeganIsReportedUnlessItIsTheCancellation() async throws {
    for (error, codes) in [
      (Broken() as any Error, [DiagnosticCode.stopFailed]), (CancellationError(), []),
    ] {
      let container = try containerOfNode {
        $0.onRun { _ in
          try? await Gate().opened()
          throw error
        }
      }
      try await container.start()
      #expect(await PatchbayCoreTests.codes { try await container.stop() } == codes)
    }
  }

  @Test func aHookAndARunThatFailAreBothReported() async throws {
    let container = try containerOfNode {
      $0.onRun { _ in
        try? await Gate().opened()
        throw Broken()
      }
      .onStop { _ in throw Broken() }
    }
    try await container.start()
    let messages = await thrownMessages { try await container.stop() }
    #expect(
      messages == [
        "the stop hook of `node` failed: out of order", "the run of `node` failed: out of order",
      ])
  }

  @Test func aRunCanStopItsContainerItself() async throws {
    let (holder, hasStarted, hasStopped) = (Guarded<Container?>(nil), Gate(), Gate())
    let container = try containerOfNode {
      $0.onRun { _ in
        try await hasStarted.opened()
        // Returns at once, as the stop waits for this run.
        try await holder.withLock { $0 }?.stop()
        hasStopped.open()
      }
    }
    holder.withLock { $0 = container }
    try await container.run { _ in hasStarted.open() }
    try await hasStopped.opened()
    #expect(container.readiness.phase == .stopped)
    holder.withLock { $0 = nil }
  }

  @Test("the release of a container without a stop cancels each `onRun`")
  func theReleaseOfAContainerWithoutAStopCancelsIt() async throws {
    let ended = Gate()
    var container: Container? = try containerOfNode {
      $0.onRun { _ in
        try? await Gate().opened()
        ended.open()
      }
    }
    _ = try await container?.start()
    container = nil
    try await ended.opened()
  }
}
