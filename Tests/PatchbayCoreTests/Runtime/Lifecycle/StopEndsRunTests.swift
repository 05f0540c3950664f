import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A stop ends the program that runs, with the outcome of the stop", .timeLimit(.minutes(15)))
struct StopEndsRunTests {
  enum Caller: CaseIterable { case ready, task, hookOfAScope, request }

  /// A container with a service `server`, and services that call its `stop()`: `session` of a scope when it
  /// starts, `ending` when it is built.
  private func container(
    stop: @escaping @Sendable () async throws -> Void
  ) throws -> (container: Container, stop: @Sendable () async throws -> Void) {
    let box = Locked<Container?>(nil)
    let stopContainer: @Sendable () async throws -> Void = {
      try await box.withLock { $0.take() }?.stop()
    }
    let catalog = FactoryCatalog("t") {
      Factory("Server") { Node("server") }.onStop { _ in try await stop() }
      Factory("Session") { Node("session") }.onStart { _ in try await stopContainer() }
      Factory(async: "Ending") { () async throws -> Node in
        try await stopContainer()
        return Node("ending")
      }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("server", "Server")
        $0.edit { $0.eager = true }
        $0.define("session", "Session", scope: "request")
        $0.define("ending", "Ending", scope: "transient")
      }.plan(catalog))
    box.withLock { $0 = container }
    return (container, stopContainer)
  }

  @Test(arguments: Caller.allCases)
  func aStopFromAnyCaller(_ caller: Caller) async throws {
    let stops = Counter()
    let (container, stop) = try container { stops.increment() }
    try await container.run { _ in
      switch caller {
      case .ready: try await stop()
      case .task: Task { try await stop() }
      case .hookOfAScope: try? await container.withScope("request") { _ in }
      case .request: _ = try? await container.resolve(awaiting: ServiceKey<Node>("ending"))
      }
    }
    #expect(stops.value == 1)
    #expect(container.readiness.phase == .stopped)
  }

  @Test func theErrorsOfTheStopAreThrownAndTheOperationsAreDropped() async throws {
    let (container, stop) = try container { throw Broken() }
    let thrown = await codes {
      try await container.run(until: {
        try? await stop()
        throw CancellationError()
      })
    }
    #expect(thrown == [.stopFailed])
  }

  @Test(arguments: [true, false])
  func theOperationIsCancelledAndAwaited(isReady: Bool) async throws {
    let journal = Journal()
    let isRunning = Gate()
    let (container, _) = try container {}
    let work: @Sendable () async throws -> Void = {
      isRunning.open()
      try? await Gate().opened()
      journal.note("cancelled: \(Task.isCancelled)")
      throw Broken()
    }
    async let run: Void =
      isReady
      ? container.run(ready: { _ in try await work() }) : container.run(until: work)
    try await isRunning.opened()
    try await container.stop()
    try await run
    #expect(journal.entries == ["cancelled: true"])
  }

  @Test func aStopBeforeTheProgramMakesItThrow() async throws {
    let (container, stop) = try container {}
    try await stop()
    #expect(await codes { try await container.run() } == [.containerShutDown])
  }

  @Test func theStopOfAParentEndsItToo() async throws {
    let (parent, child) = try family {
      $0.define("plain", "Plain")
    } child: {
      $0.define("hooked", "Hooked", ["name": "child"])
    }
    try await child.run { _ in try await parent.stop() }
    #expect(child.readiness.phase == .stopped)
  }
}
