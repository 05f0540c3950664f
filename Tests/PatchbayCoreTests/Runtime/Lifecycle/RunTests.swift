import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// What a program that runs a container in a process of its own writes.
private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// A container with one service that says when it starts and stops.
private func container(
  _ name: String = "server",
  aloud: Bool = true,
  start: @escaping @Sendable () async throws -> Void = {},
  stop: @escaping @Sendable () async throws -> Void = {}
) throws -> Container {
  let catalog = FactoryCatalog("t") {
    Factory("Server") { Node(name) }
      .onStart {
        try await start()
        if aloud { say("start \($0.name)") }
      }
      .onStop {
        try await stop()
        if aloud { say("stop \($0.name)") }
      }
  }
  return Container(try definitions { $0.define("server", "Server") }.plan(catalog))
}

@Suite("A program runs until a signal, its operation or its task ends it", .timeLimit(.minutes(15)))
struct RunTests {
  /// What a process wrote of its container.
  private func lines(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      .split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("start ") || $0.hasPrefix("stop ") || $0.hasPrefix("it ") }
  }

  @Test("SIGTERM ends a program")
  func untilItGetsSIGTERM() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await container().run { report in
        say("it runs \(report.services.map(\.key))")
        kill(getpid(), SIGTERM)
      }
      say("it is over")
    }
    #expect(lines(result) == ["start server", "it runs [\"server\"]", "stop server", "it is over"])
  }

  @Test("SIGINT ends a program")
  func untilItGetsSIGINT() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await container().run { _ in kill(getpid(), SIGINT) }
      say("it is over")
    }
    #expect(lines(result) == ["start server", "stop server", "it is over"])
  }

  /// Until then the run goes on, because its `onStop` may still end it.
  @Test func aSecondSignalEndsTheProcessAtOnce() async {
    let result = await #expect(
      processExitsWith: .signal(SIGINT), observing: [\.standardOutputContent]
    ) {
      let container = try containerOfNode {
        $0.onRun { _ in
          try? await Gate().opened()
          say("it is cancelled")
        }
        .onStop { _ in
          say("it hangs")
          kill(getpid(), SIGINT)
          try await Gate().opened()
        }
      }
      try await container.run { _ in kill(getpid(), SIGTERM) }
      say("it is over")
    }
    #expect(lines(result) == ["it hangs"])
  }

  @Test func aSecondSignalEndsARunThatIgnoresItsCancellation() async {
    let result = await #expect(
      processExitsWith: .signal(SIGTERM), observing: [\.standardOutputContent]
    ) {
      let container = try containerOfNode {
        $0.onRun { _ in
          try? await Gate().opened()
          say("it is cancelled: \(Task.isCancelled)")
          kill(getpid(), SIGTERM)
          await openedAtLast(Gate())
        }
      }
      try await container.run { _ in kill(getpid(), SIGTERM) }
      say("it is over")
    }
    #expect(lines(result) == ["it is cancelled: true"])
  }

  @Test func aRunThatBeginsWhileAnotherOneStopsHasTheNextSignal() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let secondRuns = Gate()
      let first = try container("first", stop: { try await secondRuns.opened() })
      async let one: Void = first.run { _ in kill(getpid(), SIGTERM) }
      while !first.root.isStopping { await Task.yield() }
      try await container("second").run { _ in
        kill(getpid(), SIGTERM)
        secondRuns.open()
      }
      try await one
      say("it is over")
    }
    #expect(lines(result).last == "it is over")
    #expect(lines(result).contains("stop second"))
  }

  @Test func anInterruptThatIsIgnoredStaysIgnored() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      signal(SIGINT, SIG_IGN)
      try await container().run { _ in
        kill(getpid(), SIGINT)
        say("it goes on")
        kill(getpid(), SIGTERM)
        // Neither by the second one.
        kill(getpid(), SIGINT)
      }
      kill(getpid(), SIGINT)
      say("it is over")
    }
    #expect(lines(result) == ["start server", "it goes on", "stop server", "it is over"])
  }

  @Test func aSignalDuringTheStartCancelsIt() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await container(start: {
        kill(getpid(), SIGTERM)
        try await Gate().opened()
      }).run { _ in say("it runs") }
      say("it is over")
    }
    #expect(lines(result) == ["stop server", "it is over"])
  }

  @Test func aSignalEndsThePauseBeforeAnotherAttempt() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let catalog = FactoryCatalog("t") {
        Factory("Server") { Node("server") }.onStart { _ in
          say("it fails")
          throw CancellationError()
        }
      }
      let configuration = try ServiceConfiguration(
        .inline("services: { server: { type: Server, retry: { attempts: 2, pause: 1h } } }"))
      let container = Container(try configuration.plan(catalog: catalog))
      container.observe(ContainerObserver(attemptFailed: { _ in kill(getpid(), SIGTERM) }))
      try await container.run()
      say("it is over")
    }
    #expect(lines(result) == ["it fails", "it is over"])
  }

  /// A hook that ends well in spite of its cancellation is followed by its stop hook.
  @Test func aSignalDuringTheStartStopsWhatHasStarted() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await container(start: {
        kill(getpid(), SIGTERM)
        try? await Gate().opened()
      }).run { _ in say("it runs") }
      say("it is over")
    }
    #expect(lines(result) == ["start server", "stop server", "it is over"])
  }

  @Test("one signal ends all containers that run")
  func oneSignalEndsAllThatRun() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let (first, second) = (try container("first"), try container("second"))
      let ready = Counter()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for container in [first, second] {
          group.addTask {
            try await container.run { _ in
              if ready.increment() == 2 { kill(getpid(), SIGTERM) }
            }
          }
        }
        try await group.waitForAll()
      }
      say("it is over")
    }
    #expect(
      lines(result).sorted() == [
        "it is over", "start first", "start second", "stop first", "stop second",
      ])
  }

  @Test func theFormerSignalHandlerIsRestored() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      signal(SIGTERM) { _ in _ = write(STDOUT_FILENO, "it knows\n", 9) }
      for _ in 0..<3 { try await container().run { _ in kill(getpid(), SIGTERM) } }
      // The threads of tasks block signals; unblocked, the handler has run when `raise` returns.
      var signals = sigset_t()
      sigaddset(&signals, SIGTERM)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(SIGTERM)
    }
    let run = ["start server", "stop server"]
    #expect(lines(result) == run + run + run + ["it knows"])
  }

  @Test func aSignalCancelsTheOperationAndStopsWhenItHasReturned() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await container().run(until: {
        kill(getpid(), SIGTERM)
        try? await Gate().opened()
        say("it is cancelled: \(Task.isCancelled)")
      })
    }
    #expect(lines(result) == ["start server", "it is cancelled: true", "stop server"])
  }

  // MARK: Without a signal

  @Test("a program ends when its operation returns")
  func untilItsOperationReturns() async throws {
    let container = try container(aloud: false)
    let count = Counter()
    try await container.run(
      ready: { _ in #expect(count.increment() == 1) }, until: { #expect(count.increment() == 2) })
    #expect(count.value == 2)
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("server", as: Node.self)
    }
    #expect(error?.codes == [.containerShutDown])
  }

  @Test("a program ends when its operation throws")
  func untilItsOperationThrows() async throws {
    let stopped = Counter()
    let container = try container(
      aloud: false,
      stop: {
        stopped.increment()
        throw Broken()
      })
    await #expect(throws: CancellationError.self) {
      try await container.run(until: { throw CancellationError() })
    }
    #expect(stopped.value == 1)
  }

  @Test("a program ends when its task is cancelled, after its stop hooks")
  func untilItsTaskIsCancelledAndTheHooksComplete() async throws {
    let cancelled = Locked<[Bool]>([])
    let container = try container(
      aloud: false,
      stop: {
        let isCancelled = Task.isCancelled
        cancelled.withLock { $0.append(isCancelled) }
      })
    let ready = AsyncStream<Void>.makeStream()
    let task = Task { try await container.run { _ in ready.continuation.finish() } }
    for await _ in ready.stream {}
    task.cancel()
    try await task.value
    #expect(cancelled.withLock { $0 } == [false])
  }

  @Test("a program whose task is cancelled during the start does not run")
  func untilItsTaskIsCancelledDuringTheStart() async throws {
    let starting = Gate()
    let container = try container(
      aloud: false,
      start: {
        starting.open()
        try await Gate().opened()
      })
    let task = Task { try await container.run { _ in Issue.record("it runs") } }
    try await starting.opened()
    task.cancel()
    try await task.value
  }

  @Test("a program whose start fails does not run")
  func whatCannotBeStartedDoesNotRun() async throws {
    let container = try container(aloud: false, start: { throw Broken() })
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.run { _ in Issue.record("it runs") }
    }
    #expect(error?.codes == [.startFailed])
  }
}
