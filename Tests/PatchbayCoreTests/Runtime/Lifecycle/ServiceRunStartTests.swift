import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

/// A client as many libraries have it: what uses it before its run is active waits without an end, and a second run
/// would be a mistake of the program.
private final class RunningClient: Sendable {
  private let isActive = Gate()
  private let runs = Counter()

  func run() async {
    precondition(runs.increment() == 1, "run twice")
    isActive.open()
    // Until it is cancelled.
    try? await Gate().opened()
  }

  func query() async throws { try await isActive.opened() }
}

@Suite("A run begins when it is its service's turn", .timeLimit(.minutes(15)))
struct ServiceRunStartTests {
  @Test(
    "a start hook can use a running client in every order of declaration",
    arguments: [
      "services: { server: { type: Server, arguments: { client: !ref client } }, client: { type: Client } }",
      "services: { client: { type: Client }, server: { type: Server, arguments: { client: !ref client } } }",
    ])
  func soAHookCanUseAClientInEveryOrderOfDeclaration(_ text: String) async throws {
    let catalog = FactoryCatalog("t") {
      Factory("Client") { RunningClient() }.onRun { await $0.run() }
      Factory("Server", .service("client")) { (client: RunningClient) in [client] }
        .onStart { try await $0[0].query() }
    }
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    let report = try await container.start()
    #expect(report.services.map(\.key) == ["client", "server"])
    #expect(report.services.map { $0.hook == nil } == [true, false])
    let readiness = container.readiness
    #expect(readiness.isReady)
    #expect(readiness.services.filter(\.isRunning).map(\.key) == ["client"])
    try await container.stop()
    #expect(container.readiness.services.filter(\.isRunning).isEmpty)
  }

  @Test func readyIsAwaitedBeforeItsHookAndBeforeWhatNeedsIt() async throws {
    let journal = Journal()
    let isReady = Gate()
    let catalog = FactoryCatalog("t") {
      Factory("Queue") { Node("queue") }
        .onRun(ready: {
          try await isReady.opened()
          journal.note("\($0.name) is ready")
        }) { _ in
          journal.note("it runs")
          isReady.open()
          try await Gate().opened()
        }
        .onStart { _ in journal.note("its hook") }
      Factory("Worker", .service("queue")) { (queue: Node) in Node("worker", [queue]) }
        .onStart { _ in journal.note("the worker starts") }
    }
    let text =
      "services: { worker: { type: Worker, arguments: { queue: !ref queue } }, queue: { type: Queue } }"
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    try await container.start()
    #expect(journal.entries == ["it runs", "queue is ready", "its hook", "the worker starts"])
    try await container.stop()
  }

  @Test func aRunHasNoTaskLocalValuesOfWhoStartedItButTheDefaultContainer() async throws {
    let seen = Guarded<(label: String, isDefault: Bool)?>(nil)
    let label = Gate()
    let container = try containerOfNode {
      $0.onRun { node in
        let own = try? Container.default.resolve("node", as: Node.self)
        seen.withLock { $0 = (Label.current, own === node) }
        label.open()
      }
    }
    try await Label.$current.withValue("request 7") {
      try await DefaultContainer.$local.withValue(DefaultContainer(container)) {
        _ = try await container.start()
      }
    }
    try await label.opened()
    #expect(seen.withLock { $0?.label } == "none" && seen.withLock { $0?.isDefault } == true)
    try await container.stop()
  }

  @Test func retryRepeatsReadyNextToTheRunThatGoesOn() async throws {
    let (runs, attempts) = (Counter(), Counter())
    let container = try containerOfNode("retry: { attempts: 3, pause: 1ms }") {
      $0.onRun(ready: { _ in if attempts.increment() < 3 { throw Broken() } }) { _ in
        runs.increment()
        try await Gate().opened()
      }
    }
    let report = try await container.start()
    #expect(report.services.map(\.failedAttempts.count) == [2])
    #expect(runs.value == 1 && attempts.value == 3)
    try await container.stop()
  }

  @Test func aRunThatThrowsWhileItIsAwaitedFailsTheStartWithoutAnotherAttempt() async throws {
    let (attempts, isAwaited) = (Counter(), Gate())
    let container = try containerOfNode("retry: { attempts: 5, pause: 1ms }") {
      $0.onRun(ready: { _ in
        attempts.increment()
        isAwaited.open()
        await openedAtLast(Gate())
      }) { _ in
        try await isAwaited.opened()
        throw Broken()
      }
    }
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.codes == [.startFailed] && error?.underlying is Broken)
    #expect(
      error?.diagnostics.map(\.message)
        == ["`node` could not be started: its run failed: out of order"])
    #expect(attempts.value == 1)
    #expect(container.readiness.phase == .stopped)
  }

  @Test func aRunThatReturnsWhileItIsAwaitedFailsTheStart() async throws {
    let container = try containerOfNode {
      $0.onRun(ready: { _ in await openedAtLast(Gate()) }) { _ in }
    }
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(
      error?.diagnostics.map(\.message)
        == ["`node` could not be started: its run returned before it was ready"])
  }

  @Test func readyThatNeverReturnsExceedsItsLimitAndNothingKeepsRunning() async throws {
    let ended = Gate()
    let container = try containerOfNode("timeouts: { start: 5ms }") {
      $0.onRun(ready: { _ in await openedAtLast(Gate()) }) { _ in
        defer { ended.open() }
        try await Gate().opened()
      }
    }
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.codes == [.startTimedOut])
    // The start has waited for it.
    try await ended.opened()
    #expect(container.readiness.services.map(\.isRunning) == [false])
  }

  @Test func aRunThatReturnsAfterReadyFailsNoStart() async throws {
    let mayEnd = Gate()
    let container = try containerOfNode("ends: continue") {
      $0.onRun(ready: { _ in }) { _ in try await mayEnd.opened() }
        .onStart { _ in
          mayEnd.open()
          for _ in 0..<1_000 { await Task.yield() }
        }
    }
    try await container.start()
    try await container.stop()
  }

  @Test("a start that was given up does not continue when `ready` returns at last")
  func whatWasGivenUpDoesNotGoOnWhenItIsReadyAtLast() async throws {
    let (isReady, hooks) = (Gate(), Counter())
    let container = try containerOfNode("timeouts: { start: 5ms }") {
      $0.onRun(ready: { _ in await openedAtLast(isReady) }) { _ in try await Gate().opened() }
        .onStart { _ in hooks.increment() }
    }
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.codes == [.startTimedOut])
    isReady.open()
    for _ in 0..<1_000 { await Task.yield() }
    #expect(hooks.value == 0)
  }

  @Test func aRunThatEndsDuringThePauseEndsTheAttempts() async throws {
    let (hasFailed, attempts) = (Gate(), Counter())
    let container = try containerOfNode("retry: { attempts: 3, pause: 1h }") {
      $0.onRun(ready: { _ in
        attempts.increment()
        throw CancellationError()
      }) { _ in
        try await hasFailed.opened()
        throw Broken()
      }
    }
    container.observe(ContainerObserver(attemptFailed: { _ in hasFailed.open() }))
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.underlying is Broken && attempts.value == 1)
  }

  @Test func aDecoratorRunsAfterWhatItWraps() async throws {
    let journal = Journal()
    func factory(_ name: String) -> Factory<Node> {
      Factory(name, .services("inputs")) { (inputs: [Node]) in Node(name, inputs) }.onRun {
        journal.note("\($0.name) runs")
        try? await Gate().opened()
        journal.note("\($0.name) ends")
      }
    }
    let (inner, outer) = (factory("Inner"), factory("Outer"))
    let catalog = FactoryCatalog("t") {
      inner
      outer
    }
    let text = """
      services:
        outer: { type: Outer, decorates: node, arguments: { inputs: [!inner ] } }
        node: { type: Inner, arguments: { inputs: [] } }
      """
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    try await container.start()
    try await container.stop()
    #expect(journal.entries == ["Inner runs", "Outer runs", "Outer ends", "Inner ends"])
  }

  @Test func aStopDuringReadyEndsTheRunAndTheStart() async throws {
    let (isAwaited, ended) = (Gate(), Gate())
    let container = try containerOfNode {
      $0.onRun(ready: { _ in
        isAwaited.open()
        await openedAtLast(ended)
      }) { _ in
        defer { ended.open() }
        try await Gate().opened()
      }
    }
    let start = Task { try await container.start() }
    try await isAwaited.opened()
    try await container.stop()
    let error = await #expect(throws: DiagnosticsError.self) { try await start.value }
    #expect(error?.codes == [.containerShutDown])
  }

  @Test func aRunThatThrowsWhileOthersStartEndsTheStartAndItsErrorComesFirst() async throws {
    let (mayFail, journal) = (Gate(), Journal())
    let catalog = FactoryCatalog("t") {
      Factory("Client") { Node("client") }
        .onRun { _ in
          try await mayFail.opened()
          throw Broken()
        }
        .onStop { _ in journal.note("the client stops") }
      Factory("Server", .service("client")) { (client: Node) in Node("server", [client])
      }
      .onStart { _ in
        mayFail.open()
        try await Gate().opened()
      }
    }
    let text =
      "services: { server: { type: Server, arguments: { client: !ref client } }, client: { type: Client } }"
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.codes.first == .serviceEnded && error?.underlying is Broken)
    #expect(journal.entries == ["the client stops"])
  }

  @Test func aRunThatReturnsWhileOthersStartTakesEffectWhenTheStartHasEnded() async throws {
    let (hasReturned, phase) = (Gate(), Guarded<Readiness.Phase?>(nil))
    let holder = Guarded<Container?>(nil)
    let catalog = FactoryCatalog("t") {
      Factory("Job") { Node("job") }.onRun { _ in hasReturned.open() }
      Factory("Server", .service("job")) { (job: Node) in Node("server", [job]) }
        .onStart { _ in
          try await hasReturned.opened()
          let container = holder.withLock { $0 }
          while container?.readiness.services.contains(where: \.isRunning) == true {
            await Task.yield()
          }
          phase.withLock { $0 = container?.readiness.phase }
        }
    }
    let text =
      "services: { server: { type: Server, arguments: { job: !ref job } }, job: { type: Job } }"
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    holder.withLock { $0 = container }
    try await container.run { _ in }
    #expect(phase.withLock { $0 } == .starting)
    #expect(container.readiness.phase == .stopped)
    holder.withLock { $0 = nil }
  }
}

private enum Label {
  @TaskLocal static var current = "none"
}
