import Foundation
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

/// Waits until it is opened, and notices no cancellation.
private func openedAtLast(_ gate: Gate) async {
  await Task.detached { try? await gate.opened() }.value
}

@Suite("A run begins when it is its service's turn", .timeLimit(.minutes(15)))
struct ServiceRunStartTests {
  @Test(arguments: [
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
    let container = try single {
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
    let container = try single("retry: { attempts: 3, pause: 1ms }") {
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
    let container = try single("retry: { attempts: 5, pause: 1ms }") {
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
    let container = try single {
      $0.onRun(ready: { _ in await openedAtLast(Gate()) }) { _ in }
    }
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(
      error?.diagnostics.map(\.message)
        == ["`node` could not be started: its run returned before it was ready"])
  }

  @Test func readyThatNeverReturnsExceedsItsLimitAndNothingKeepsRunning() async throws {
    let ended = Gate()
    let container = try single("timeouts: { start: 5ms }") {
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
    let container = try single("ends: continue") {
      $0.onRun(ready: { _ in }) { _ in try await mayEnd.opened() }
        .onStart { _ in
          mayEnd.open()
          for _ in 0..<1_000 { await Task.yield() }
        }
    }
    try await container.start()
    try await container.stop()
  }

  @Test func whatWasGivenUpDoesNotGoOnWhenItIsReadyAtLast() async throws {
    let (isReady, hooks) = (Gate(), Counter())
    let container = try single("timeouts: { start: 5ms }") {
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
    let container = try single("retry: { attempts: 3, pause: 1h }") {
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
    let container = try single {
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

@Suite("The end of a run ends the program as its definition says", .timeLimit(.minutes(15)))
struct ServiceRunEndTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let ends: RunEnding
    let throwing: Bool
    var codes: [DiagnosticCode] = []
    var testDescription: String { "\(ends), \(throwing ? "throws" : "returns")" }
  }

  @Test(arguments: [
    Case(ends: .stop, throwing: false),
    Case(ends: .stop, throwing: true, codes: [.serviceEnded]),
    Case(ends: .fail, throwing: false, codes: [.serviceEnded]),
    Case(ends: .fail, throwing: true, codes: [.serviceEnded]),
  ])
  func unlessItSaysContinue(_ example: Case) async throws {
    let (mayEnd, ended) = (Gate(), Guarded<[ContainerObserver.Ended]>([]))
    let container = try single("ends: \(example.ends)") {
      $0.onRun { _ in
        try await mayEnd.opened()
        if example.throwing { throw Broken() }
      }
    }
    container.observe(ContainerObserver(ended: { event in ended.withLock { $0.append(event) } }))
    let codes = await codes {
      try await container.run(
        ready: { _ in mayEnd.open() },
        until: {
          try? await Gate().opened()
          throw CancellationError()
        })
    }
    #expect(codes == example.codes)
    #expect(
      ended.withLock { $0 }
        == [ContainerObserver.Ended(key: "node", error: example.throwing ? "out of order" : nil)])
    #expect(container.readiness.phase == .stopped)
  }

  @Test(arguments: [true, false])
  func continueGoesOn(throwing: Bool) async throws {
    let (mayEnd, hasEnded) = (Gate(), Gate())
    let container = try single("ends: continue") {
      $0.onRun { _ in
        try await mayEnd.opened()
        if throwing { throw Broken() }
      }
    }
    container.observe(ContainerObserver(ended: { _ in hasEnded.open() }))
    try await container.run(
      ready: { _ in mayEnd.open() },
      until: {
        try await hasEnded.opened()
        let readiness = container.readiness
        #expect(readiness.isReady)
        #expect(readiness.services.map(\.state) == [.ended(error: throwing ? "out of order" : nil)])
        #expect(
          "\(readiness)"
            == (throwing ? "started; ended: node (failed: out of order)" : "started; ended: node"))
      })
  }

  @Test func withoutRunNothingIsStoppedAndTheWaitEnds() async throws {
    let mayEnd = Gate()
    let container = try single("ends: fail") { $0.onRun { _ in try await mayEnd.opened() } }
    try await container.start()
    let wait = Task { await codes { try await container.waitUntilEnded() } }
    mayEnd.open()
    #expect(await wait.value == [.serviceEnded])
    // At once for who waits later.
    #expect(await codes { try await container.waitUntilEnded() } == [.serviceEnded])
    let readiness = container.readiness
    #expect(readiness.phase == .ended && !readiness.isReady && "\(readiness)" == "ended: node")
    #expect(try container.resolve("node", as: Node.self).name == "node")
    try await container.stop()
  }

  @Test func theWaitEndsWithAStopAndWithItsTask() async throws {
    let container = try single { $0.onRun { _ in try await Gate().opened() } }
    try await container.start()
    let cancelled = Task { try await container.waitUntilEnded() }
    cancelled.cancel()
    try await cancelled.value
    let stopped = Task { try await container.waitUntilEnded() }
    try await container.stop()
    try await stopped.value
    try await container.waitUntilEnded()
  }

  @Test func theErrorOfTheRunWinsOverThoseOfTheOperationAndOfHooks() async throws {
    let mayEnd = Gate()
    let container = try single {
      $0.onRun { _ in
        try await mayEnd.opened()
        throw Broken()
      }
      .onStop { _ in throw CancellationError() }
    }
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.run(
        ready: { _ in mayEnd.open() },
        until: {
          // The client that it uses has failed.
          while container.readiness.phase == .started { await Task.yield() }
          throw CancellationError()
        })
    }
    #expect(error?.codes == [.serviceEnded] && error?.underlying is Broken)
  }

  @Test func anErrorThatFollowsTheEndOfAnotherRunIsReported() async throws {
    let (mayFail, catalog) = (
      Gate(),
      { (mayFail: Gate) in
        FactoryCatalog("t") {
          Factory("Job") { Node("job") }.onRun { _ in }
          Factory("Client") { Node("client") }.onRun { _ in
            try await mayFail.opened()
            throw Broken()
          }
        }
      }
    )
    let text = "services: { job: { type: Job }, client: { type: Client } }"
    let container = Container(
      try ServiceConfiguration(.inline(text)).plan(catalog: catalog(mayFail)))
    let codes = await codes {
      try await container.run(until: {
        while container.readiness.phase != .ended { await Task.yield() }
        mayFail.open()
        while container.readiness.services.contains(where: { $0.isRunning }) { await Task.yield() }
      })
    }
    #expect(codes == [.serviceEnded])
  }

  @Test(arguments: [
    (
      "an overlay", "services: { node: { type: Node, ends: stop } }",
      "services: { node: { ends: fail } }"
    ),
    (
      "a template",
      "templates: { loop: { type: Node, ends: fail } }\nservices: { node: { extends: loop } }",
      "services: {}"
    ),
  ])
  func whatItSaysIsSetBy(_ name: String, _ base: String, _ overlay: String) async throws {
    let catalog = FactoryCatalog("t") { Factory("Node") { Node("node") }.onRun { _ in } }
    let plan = try ServiceConfiguration(.inline(base)).plan(
      overlays: [.inline(overlay)], catalog: catalog)
    #expect(await codes { try await Container(plan).run() } == [.serviceEnded])
  }

  @Test func aServiceOfTheProgramRunsAsItsDefinitionSays() async throws {
    let container = try Container {
      Provide("node", as: Node.self) { Node("node") }.onRun { _ in }.ends(.fail)
    }
    #expect(await codes { try await container.run() } == [.serviceEnded])
  }

  @Test func aWaitInAChildEndsWithTheRunOfItsParent() async throws {
    let mayFail = Gate()
    let parent = try single {
      $0.onRun { _ in
        try await mayFail.opened()
        throw Broken()
      }
    }
    try await parent.start()
    let plan = try ServiceConfiguration(.inline("services: {}"))
      .plan(parent: parent.plan, catalog: FactoryCatalog("child") {})
    let child = try Container(plan, parent: parent)
    let wait = Task { await codes { try await child.waitUntilEnded() } }
    #expect(await codes { try await child.run { _ in mayFail.open() } } == [.serviceEnded])
    #expect(await wait.value == [.serviceEnded])
    try await parent.stop()
  }

  @Test func aChildsEndDoesNotEndItsParent() async throws {
    let parent = try single("ends: fail") { $0.onRun { _ in try await Gate().opened() } }
    try await parent.start()
    let catalog = FactoryCatalog("child") { Factory("Own") { Node("own") }.onRun { _ in } }
    let plan = try ServiceConfiguration(.inline("services: { own: { type: Own, ends: fail } }"))
      .plan(parent: parent.plan, catalog: catalog)
    let child = try Container(plan, parent: parent)
    #expect(await codes { try await child.run() } == [.serviceEnded])
    #expect(parent.readiness.isReady)
    try await parent.stop()
  }

  @Test func withoutSignalsThoseOfTheProcessStayAsTheyAre() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      signal(SIGTERM) { _ in _ = write(STDOUT_FILENO, "own handler\n", 12) }
      let container = try single { $0.onRun { _ in try await Gate().opened() } }
      try await container.run(
        signals: .none,
        until: {
          // The threads of tasks block signals; unblocked, the handler has run when `raise` returns.
          var signals = sigset_t()
          sigaddset(&signals, SIGTERM)
          pthread_sigmask(SIG_UNBLOCK, &signals, nil)
          raise(SIGTERM)
        })
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("own handler"))
  }
}

@Suite("A stop ends runs in reverse order", .timeLimit(.minutes(15)))
struct ServiceRunStopTests {
  @Test func eachIsCancelledAndAwaitedAfterWhatNeedsIt() async throws {
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

  @Test func withAStopHookItEndsByItself() async throws {
    let (shutdown, wasCancelled) = (Gate(), Guarded<Bool?>(nil))
    let container = try single {
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

  @Test func afterTheLimitOfItsStopHookItIsCancelled() async throws {
    let wasCancelled = Guarded<Bool?>(nil)
    let container = try single("timeouts: { stop: 20ms }") {
      $0.onRun { _ in
        try? await Gate().opened()
        let isCancelled = Task.isCancelled
        wasCancelled.withLock { $0 = isCancelled }
      }
      .onStop { _ in }
    }
    try await container.start()
    try await container.stop()
    #expect(wasCancelled.withLock { $0 } == true)
  }

  @Test func oneThatIgnoresItsCancellationIsReported() async throws {
    let mayEnd = Gate()
    defer { mayEnd.open() }
    let container = try single("timeouts: { stop: 10ms }") {
      $0.onRun { _ in await openedAtLast(mayEnd) }
    }
    try await container.start()
    let error = await #expect(throws: DiagnosticsError.self) { try await container.stop() }
    #expect(
      error?.diagnostics.map(\.message)
        == ["the run of `node` went on for 10ms after it was cancelled"])
    #expect(error?.codes == [.stopFailed])
  }

  @Test func anErrorAfterTheStopBeganIsReportedUnlessItIsTheCancellation() async throws {
    for (error, codes) in [
      (Broken() as any Error, [DiagnosticCode.stopFailed]), (CancellationError(), []),
    ] {
      let container = try single {
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
    let container = try single {
      $0.onRun { _ in
        try? await Gate().opened()
        throw Broken()
      }
      .onStop { _ in throw Broken() }
    }
    try await container.start()
    let messages = await problems { try await container.stop() }
    #expect(
      messages == [
        "the stop hook of `node` failed: out of order", "the run of `node` failed: out of order",
      ])
  }

  @Test func aRunCanStopItsContainerItself() async throws {
    let (holder, hasStarted, hasStopped) = (Guarded<Container?>(nil), Gate(), Gate())
    let container = try single {
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

  @Test func theReleaseOfAContainerWithoutAStopCancelsIt() async throws {
    let ended = Gate()
    var container: Container? = try single {
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

@Suite("A plan refuses runs that no container would begin")
struct ServiceRunPlanTests {
  @Test(arguments: [
    (
      "scope: transient",
      "unreachable-hook: `node` is not a singleton, and its factory has `onRun`, which only a singleton can have"
    ),
    (
      "scope: weak",
      "unreachable-hook: `node` is not a singleton, and its factory has `onRun`, which only a singleton can have"
    ),
    (
      "scope: request",
      "unreachable-hook: `node` is not a singleton, and its factory has `onRun`, which only a singleton can have"
    ),
    (
      "retry: { attempts: 2 }",
      "invalid-retry: `node` has a `retry`, and its factory has no `ready` and no `onStart`"
    ),
    (
      "ends: restart",
      "wrong-node-kind: `ends` of `node` must be `stop`, `fail` or `continue`, found the text `restart`"
    ),
  ])
  func ofOtherLifetimesAndFields(_ field: String, _ expected: String) throws {
    #expect(problems(field, { $0.onRun { _ in } }) == [expected])
  }

  @Test func aRetryIsForReady() {
    #expect(problems("retry: { attempts: 2 }", { $0.onRun(ready: { _ in }) { _ in } }) == [])
  }

  @Test func endsNeedsARun() {
    #expect(
      problems("ends: fail", { $0.onStart { _ in } })
        == ["invalid-ends: `node` has `ends`, and its factory has no `onRun`"])
  }

  @Test func aSecondRunIsAMistake() {
    #expect(
      problems("", { $0.onRun { _ in }.onRun { _ in } })
        == ["duplicate-run: the factory `Node` has two runs"])
  }

  @Test func anInstanceOfTheProgramHasNone() {
    let modules = Definitions { Provide("node", instance: Node("node")).onRun { _ in } }
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration(.inline("")).plan(
        modules: [modules], catalog: FactoryCatalog("t") {})
    }
    #expect(error?.codes == [.unreachableHook])
  }
}

private enum Label {
  @TaskLocal static var current = "none"
}

/// The text of a configuration with one service, `node`, that has some fields.
private func text(_ fields: String) -> String {
  "scopes: [request]\nservices: { node: { type: Node\(fields.isEmpty ? "" : ", \(fields)") } }"
}

/// A container with one service, `node`.
private func single(
  _ fields: String = "", _ change: (Factory<Node>) -> Factory<Node>
) throws -> Container {
  let factory = change(Factory("Node") { Node("node") })
  let catalog = FactoryCatalog("t") { factory }
  return Container(try ServiceConfiguration(.inline(text(fields))).plan(catalog: catalog))
}

private func problems(_ fields: String, _ change: (Factory<Node>) -> Factory<Node>) -> [String] {
  do {
    _ = try single(fields, change)
    return []
  } catch {
    return (error as? DiagnosticsError)?.diagnostics.map { "\($0.code): \($0.message)" } ?? [
      "\(error)"
    ]
  }
}

/// The messages of what an operation throws.
private func problems(_ body: () async throws -> Void) async -> [String] {
  do { try await body() } catch {
    return (error as? DiagnosticsError)?.diagnostics.map(\.message) ?? ["\(error)"]
  }
  return []
}
