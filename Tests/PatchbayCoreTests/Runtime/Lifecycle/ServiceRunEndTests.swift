import Foundation
import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("The end of a run ends the program as its definition says", .timeLimit(.minutes(15)))
struct ServiceRunEndTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let ends: RunEnding
    let throwing: Bool
    var codes: [DiagnosticCode] = []
    var testDescription: String { "\(ends), \(throwing ? "throws" : "returns")" }
  }

  @Test(
    "the end of `onRun` ends the program with `ends: stop` and `ends: fail`",
    arguments: [
      Case(ends: .stop, throwing: false),
      Case(ends: .stop, throwing: true, codes: [.serviceEnded]),
      Case(ends: .fail, throwing: false, codes: [.serviceEnded]),
      Case(ends: .fail, throwing: true, codes: [.serviceEnded]),
    ])
  func unlessItSaysContinue(_ example: Case) async throws {
    let (mayEnd, ended) = (Gate(), Guarded<[ContainerObserver.Ended]>([]))
    let container = try containerOfNode("ends: \(example.ends)") {
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

  @Test("the program goes on with `ends: continue`", arguments: [true, false])
  func continueGoesOn(throwing: Bool) async throws {
    let (mayEnd, hasEnded) = (Gate(), Gate())
    let container = try containerOfNode("ends: continue") {
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

  @Test("the end of `onRun` ends the wait of a container that only started")
  func withoutRunNothingIsStoppedAndTheWaitEnds() async throws {
    let mayEnd = Gate()
    let container = try containerOfNode("ends: fail") {
      $0.onRun { _ in try await mayEnd.opened() }
    }
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

  @Test("the wait for an end ends with a stop, and with its task")
  func theWaitEndsWithAStopAndWithItsTask() async throws {
    let container = try containerOfNode { $0.onRun { _ in try await Gate().opened() } }
    try await container.start()
    let cancelled = Task { try await container.waitUntilEnded() }
    cancelled.cancel()
    try await cancelled.value
    let stopped = Task { try await container.waitUntilEnded() }
    try await container.stop()
    try await stopped.value
    try await container.waitUntilEnded()
  }

  @Test func theErrorOfTheRunWinsOverThatOfTheOperationAndThoseOfHooksFollow() async throws {
    let mayEnd = Gate()
    let container = try containerOfNode {
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
    #expect(error?.codes == [.serviceEnded, .stopFailed] && error?.underlying is Broken)
  }

  @Test func anErrorThatFollowsTheEndOfAnotherRunIsReported() async throws {
    let (mayEnd, mayFail, catalog) = (
      Gate(), Gate(),
      { (mayEnd: Gate, mayFail: Gate) in
        FactoryCatalog("t") {
          Factory("Job") { Node("job") }.onRun { _ in try await mayEnd.opened() }
          Factory("Client") { Node("client") }.onRun { _ in
            try await mayFail.opened()
            throw Broken()
          }
        }
      }
    )
    let text = "services: { job: { type: Job }, client: { type: Client } }"
    let container = Container(
      try ServiceConfiguration(.inline(text)).plan(catalog: catalog(mayEnd, mayFail)))
    let codes = await codes {
      try await container.run(until: {
        mayEnd.open()
        while container.readiness.phase != .ended { await Task.yield() }
        mayFail.open()
        while container.readiness.services.contains(where: { $0.isRunning }) { await Task.yield() }
      })
    }
    #expect(codes == [.serviceEnded])
  }

  @Test(
    "an overlay and a template can set `ends`",
    arguments: [
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
    let parent = try containerOfNode {
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
    let parent = try containerOfNode("ends: fail") { $0.onRun { _ in try await Gate().opened() } }
    try await parent.start()
    let catalog = FactoryCatalog("child") { Factory("Own") { Node("own") }.onRun { _ in } }
    let plan = try ServiceConfiguration(.inline("services: { own: { type: Own, ends: fail } }"))
      .plan(parent: parent.plan, catalog: catalog)
    let child = try Container(plan, parent: parent)
    #expect(await codes { try await child.run() } == [.serviceEnded])
    #expect(parent.readiness.isReady)
    try await parent.stop()
  }

  @Test("`signals: []` leaves the signal handlers of the process as they are")
  func withoutSignalsThoseOfTheProcessStayAsTheyAre() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      signal(SIGTERM) { _ in _ = write(STDOUT_FILENO, "own handler\n", 12) }
      let container = try containerOfNode { $0.onRun { _ in try await Gate().opened() } }
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
