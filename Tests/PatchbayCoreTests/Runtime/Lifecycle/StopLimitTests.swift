import PatchbayConfiguration
import PatchbayDiagnostics
import Foundation
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Every stop ends", .timeLimit(.minutes(15)))
struct StopLimitTests {
  private static let hanging: @Sendable (Factory<Node>) -> Factory<Node> = {
    $0.onStop { _ in try await Gate().opened() }
  }

  @Test("by one limit of the container, which is 20 seconds")
  func preset() throws {
    #expect(try containerOfNode { $0 }.stopTimeout == .seconds(20))
  }

  @Test("which its scopes have")
  func scopes() async throws {
    let container = try containerOfNode("scope: request", Self.hanging)
    container.stopTimeout = .milliseconds(20)
    let scope = try await container.openScope("request")
    _ = try scope.resolve("node", as: Node.self)
    #expect(
      await thrownMessages { try await scope.close() }
        == ["the stop hook of `node` took longer than 20ms"])
  }

  @Test("which children, and containers by an overlay, begin with")
  func inherited() throws {
    let container = try containerOfNode { $0 }
    container.stopTimeout = nil
    let text = "services: { own: { type: Own } }"
    let catalog = FactoryCatalog("c") { Factory("Own") { Node("own") } }
    let plan = try ServiceConfiguration(.inline(text)).plan(
      parent: container.plan, catalog: catalog)
    let child = try Container(plan, parent: container)
    #expect(child.stopTimeout == nil)
    #expect(try container.overlaid(by: [.inline("services: {}")]).stopTimeout == nil)
    child.stopTimeout = .seconds(3)
    #expect(try child.overlaid(by: [.inline("services: {}")]).stopTimeout == .seconds(3))
    #expect(container.stopTimeout == nil)
  }

  @Test("`timeouts: { stop: null }` is none, as is more than a century", arguments: [true, false])
  func none(isWritten: Bool) async throws {
    let mayEnd = Gate()
    let container = try containerOfNode(isWritten ? "timeouts: { stop: null }" : "") {
      $0.onStop { _ in try await mayEnd.opened() }
    }
    container.stopTimeout = isWritten ? .zero : .seconds(Int64.max)
    _ = try container.resolve("node", as: Node.self)
    async let stop: Void = container.stop()
    while !container.root.isStopping { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    mayEnd.open()
    try await stop
  }

  @Test("a run that ignores its cancellation is awaited for some time more")
  func cancelled() async throws {
    let mayEnd = Gate()
    defer { mayEnd.open() }
    let container = try containerOfNode { $0.onRun { _, _ in await openedAtLast(mayEnd) } }
    container.changeStopLimits {
      ($0.timeout, $0.afterCancellation) = (.milliseconds(20), .milliseconds(10))
    }
    try await container.start()
    #expect(
      await thrownMessages { try await container.stop() }
        == ["the run of `node` goes on, although it was cancelled"])
  }
}

/// What a program writes to standard error; each is a process of its own.
@Suite("A program says why it ends", .timeLimit(.minutes(15)))
struct EndReportTests {
  private func lines(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").map(String.init).filter { $0.contains("`") }
  }

  /// Runs a container with a run that fails, and one that ends after a line was written to standard error; returns the
  /// line, and the codes of the error.
  private static func lineOfAFailure() async throws -> (line: String, codes: [DiagnosticCode]) {
    let (pipe, before) = (Pipe(), dup(STDERR_FILENO))
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
    defer { dup2(before, STDERR_FILENO) }
    let (line, mayFail) = (Guarded(""), Gate())
    let catalog = FactoryCatalog("t") {
      Factory("Good") { Node("good") }.onRun { _ in
        try await mayFail.opened()
        throw Broken()
      }
      Factory("Bad") { Node("bad") }.onRun { _ in
        try? await Gate().opened()
        let data = await blocking { pipe.fileHandleForReading.availableData }
        line.withLock { $0 = String(decoding: data, as: UTF8.self) }
        throw Broken()
      }
    }
    let text = "services: { bad: { type: Bad }, good: { type: Good, after: [bad] } }"
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    container.changeStopLimits { $0.untilReport = .zero }
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.run { _ in mayFail.open() }
    }
    return (line.withLock { $0 }, error?.codes ?? [])
  }

  @Test("when the stop takes long after a failure, and throws the errors of both")
  func lateStop() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let (line, codes) = try await EndReportTests.lineOfAFailure()
      print(line, codes, terminator: "")
    }
    #expect(
      String(decoding: result?.standardOutputContent ?? [], as: UTF8.self) == """
        error: the run of `good` failed: out of order; the program is still stopping
         [service-ended, stop-failed]
        """)
  }

  @Test("also while a start that has failed waits for a hook")
  func lateStart() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let isWritten = Gate()
      let catalog = FactoryCatalog("t") {
        Factory("Good") { Node("good") }.onStart { _ in throw Broken() }
        Factory("Bad") { Node("bad") }.onStart { _ in await openedAtLast(isWritten) }
      }
      let container = Container(
        try ServiceConfiguration(.inline("services: { bad: { type: Bad }, good: { type: Good } }"))
          .plan(catalog: catalog))
      container.changeStopLimits { $0.untilReport = .zero }
      // Far later than the line, which nothing else in the process can wait for.
      Task {
        while !container.readiness.services.contains(where: { $0.state == .failed }) {
          await Task.yield()
        }
        for _ in 0..<20_000 { await Task.yield() }
        isWritten.open()
      }
      await #expect(throws: DiagnosticsError.self) { try await container.run() }
    }
    #expect(
      lines(result)
        == ["error: `good` could not be started: out of order; the program is still stopping"])
  }

  @Test("unless an observer receives it")
  func observed() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let container = try containerOfNode { $0.onRun { _ in } }
      container.observe(ContainerObserver(ended: { _ in }))
      try await container.run()
    }
    #expect(lines(result) == [])
  }

  @Test("when a run has returned")
  func returned() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let container = try containerOfNode { $0.onRun { _ in } }
      try await container.run()
    }
    #expect(lines(result) == ["`node` has ended: the program stops"])
  }

  @Test("`ready` is not called after a failure")
  func notReady() async throws {
    let hasStarted = Gate()
    let container = try containerOfNode {
      $0.onRun { _ in
        try await hasStarted.opened()
        throw Broken()
      }
    }
    try await container.start()
    hasStarted.open()
    _ = await codes { try await container.waitUntilEnded() }
    let isCalled = Guarded(false)
    await #expect(throws: DiagnosticsError.self) {
      try await container.run { _ in isCalled.withLock { $0 = true } }
    }
    #expect(!isCalled.withLock { $0 })
  }

  @Test("nothing proposes to continue without a service after an error of the wiring")
  func wiring() async throws {
    let container = try containerOfNode { factory in
      factory.onRun { _ in
        throw DiagnosticsError(Diagnostic(.unknownScope, "no scope"))
      }
    }
    let error = await #expect(throws: DiagnosticsError.self) { try await container.run() }
    #expect(error?.diagnostics.flatMap(\.fixIts).isEmpty == true)
  }
}
