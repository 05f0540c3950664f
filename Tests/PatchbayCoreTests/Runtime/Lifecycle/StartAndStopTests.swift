import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Start and stop run once each, for any callers at any time", .timeLimit(.minutes(15)))
struct StartAndStopTests {
  /// A container of two services with hooks, `second` of which needs `first`.
  private func container(
    _ journal: Journal,
    startTimeout: Duration? = nil,
    start: @escaping @Sendable (String, Container?) async throws -> Void = { _, _ in },
    stop: @escaping @Sendable (String, Container?) async throws -> Void = { _, _ in }
  ) throws -> Container {
    let box = Locked<Container?>(nil)
    let catalog = LifecycleTests.catalog(
      journal,
      start: { try await start($0.name, box.withLock { $0 }) },
      stop: { try await stop($0.name, box.withLock { $0 }) })
    let container = Container(
      try definitions {
        $0.define("first", "N", ["name": "first", "inputs": .list([])])
        $0.edit { $0.timeouts.start = startTimeout }
        $0.define("second", "N", ["name": "second", "inputs": .list([.ref("first")])])
      }.plan(catalog))
    box.withLock { $0 = container }
    return container
  }

  /// A hook that, for the service `first`, opens a gate and then waits for another, even if its task is
  /// cancelled.
  private static func firstWaits(
    _ isInHook: Gate, _ mayGoOn: Gate
  ) -> @Sendable (String, Container?) async throws -> Void {
    { name, _ in
      guard name == "first" else { return }
      isInHook.open()
      await blocking { mayGoOn.wait() }
    }
  }

  @Test func aStopDuringTheStartWaitsForItAndEachHookRunsOnce() async throws {
    let journal = Journal()
    let (isInHook, mayGoOn) = (Gate(), Gate())
    let container = try container(
      journal,
      start: Self.firstWaits(isInHook, mayGoOn))
    async let start = codes { try await container.start() }
    try await isInHook.opened()
    async let stop = codes { try await container.stop() }
    // The stop has been asked for when the hook goes on.
    while !container.root.isStopping { await Task.yield() }
    mayGoOn.open()
    #expect(await start == [.containerShutDown])
    #expect(await stop == [])
    #expect(journal.entries == ["make first", "start first", "stop first"])
  }

  @Test func aServiceThatIsBuiltDuringAStopIsStoppedAndNotStarted() async throws {
    let journal = Journal()
    let (isInFactory, mayGoOn) = (Gate(), Gate())
    let catalog = FactoryCatalog("t") {
      Factory(async: "Slow") { () async -> Node in
        isInFactory.open()
        await blocking { mayGoOn.wait() }
        return Node("slow")
      }
      .onStart { _ in journal.note("start") }
      .onStop { _ in journal.note("stop") }
    }
    let container = Container(try definitions { $0.define("slow", "Slow") }.plan(catalog))
    async let start = codes { try await container.start() }
    try await isInFactory.opened()
    async let stop = codes { try await container.stop() }
    while !container.root.isStopping { await Task.yield() }
    mayGoOn.open()
    #expect(await start == [.containerShutDown])
    #expect(await stop == [])
    #expect(journal.entries == ["stop"])
  }

  @Test(arguments: [nil, .seconds(1_000)] as [Duration?])
  func aStopCancelsTheHookThatTheStartIsIn(_ limit: Duration?) async throws {
    let journal = Journal()
    let isInHook = Gate()
    let container = try container(
      journal, startTimeout: limit,
      start: { _, _ in
        isInHook.open()
        try await Gate().opened()
      })
    async let start = codes { try await container.start() }
    try await isInHook.opened()
    try await container.stop()
    #expect(await start == [.containerShutDown])
    #expect(journal.entries == ["make first", "stop first"])
  }

  @Test func aStopDuringTheRollBackWaitsForIt() async throws {
    let journal = Journal()
    let (isInHook, mayGoOn) = (Gate(), Gate())
    let container = try container(
      journal,
      start: { name, _ in if name == "second" { throw Broken() } },
      stop: Self.firstWaits(isInHook, mayGoOn))
    async let start = codes { try await container.start() }
    try await isInHook.opened()
    async let stop = codes { try await container.stop() }
    mayGoOn.open()
    #expect(await start == [.startFailed])
    #expect(await stop == [])
    #expect(
      journal.entries == [
        "make first", "start first", "make second", "stop second", "stop first",
      ])
  }

  @Test func aStopHookOfTheRollBackThatCallsStopRunsOnce() async throws {
    let journal = Journal()
    let container = try container(
      journal,
      start: { name, _ in if name == "second" { throw Broken() } },
      stop: { _, container in try await container?.stop() })
    #expect(await codes { try await container.start() } == [.startFailed])
    #expect(journal.entries.filter { $0.hasPrefix("stop") } == ["stop second", "stop first"])
  }

  @Test(arguments: [true, false])
  func aStartHookThatCallsStopDoesNotWaitForItself(hasLimit: Bool) async throws {
    let journal = Journal()
    let container = try container(
      journal, startTimeout: hasLimit ? .seconds(1_000) : nil,
      start: { name, container in if name == "first" { try await container?.stop() } })
    let start = await codes { try await container.start() }
    #expect(start == [.containerShutDown])
    // Waits for the stop that the hook began.
    try await container.stop()
    #expect(journal.entries == ["make first", "start first", "stop first"])
  }

  @Test func aHookThatAwaitsStartGetsAnError() async throws {
    let reported = Locked<[DiagnosticCode]>([])
    let container = try container(
      Journal(),
      start: { name, container in
        guard name == "first" else { return }
        do { try await container?.start() } catch {
          reported.withLock { $0 = (error as? DiagnosticsError)?.codes ?? [] }
        }
      })
    try await container.start()
    #expect(reported.withLock { $0 } == [.reentrantResolution])
  }

  @Test func aFactoryThatAwaitsStartGetsAnErrorToo() async throws {
    let box = Locked<Container?>(nil)
    let catalog = FactoryCatalog("t") {
      Factory(async: "Hasty") { () async throws -> Node in
        try await box.withLock { $0 }?.start()
        return Node("hasty")
      }
    }
    let container = Container(try definitions { $0.define("hasty", "Hasty") }.plan(catalog))
    box.withLock { $0 = container }
    #expect(await codes { try await container.start() } == [.reentrantResolution])
  }

  @Test func aSecondStartWaitsForTheFirst() async throws {
    let (isInHook, mayGoOn) = (Gate(), Gate())
    let container = try container(
      Journal(),
      start: Self.firstWaits(isInHook, mayGoOn))
    async let first = container.start()
    try await isInHook.opened()
    async let second = container.start()
    mayGoOn.open()
    let reports = try await (first, second)
    #expect(reports.0 == reports.1)
    #expect(reports.1.services.map(\.key) == ["first", "second"])
  }

  @Test func aSecondStartHasTheErrorOfTheFirst() async throws {
    let container = try container(Journal(), start: { _, _ in throw Broken() })
    #expect(await codes { try await container.start() } == [.startFailed])
    #expect(await codes { try await container.start() } == [.startFailed])
  }

  @Test func afterStopAStartIsRefused() async throws {
    let started = try container(Journal())
    try await started.start()
    try await started.stop()
    #expect(await codes { try await started.start() } == [.containerShutDown])
    let fresh = try container(Journal())
    try await fresh.stop()
    #expect(await codes { try await fresh.start() } == [.containerShutDown])
  }

  @Test func aSecondStopWaitsForTheFirstAndHasItsErrors() async throws {
    let journal = Journal()
    let (isInHook, mayGoOn) = (Gate(), Gate())
    let container = try container(
      journal,
      stop: { name, _ in
        guard name == "second" else { throw Broken() }
        isInHook.open()
        await blocking { mayGoOn.wait() }
      })
    try await container.start()
    async let first = codes { try await container.stop() }
    try await isInHook.opened()
    async let second = codes { try await container.stop() }
    mayGoOn.open()
    #expect(await first == [.stopFailed])
    #expect(await second == [.stopFailed])
    #expect(await codes { try await container.stop() } == [.stopFailed])
  }

  @Test func aStopHookCompletesEvenIfTheCallerIsCancelled() async throws {
    let journal = Journal()
    let container = try container(journal, stop: { _, _ in try Task.checkCancellation() })
    try await container.start()
    let stop = Task {
      while !Task.isCancelled { await Task.yield() }
      try await container.stop()
    }
    stop.cancel()
    try await stop.value
    #expect(journal.entries.filter { $0.hasPrefix("stop") } == ["stop second", "stop first"])
  }

  @Test func aCancelledStartRollsBackWithHooksThatAreNotCancelled() async throws {
    let journal = Journal()
    let isInHook = Gate()
    let container = try container(
      journal,
      start: { name, _ in
        guard name == "second" else { return }
        isInHook.open()
        try await Gate().opened()
      },
      stop: { _, _ in try Task.checkCancellation() })
    let start = Task { await codes { try await container.start() } }
    try await isInHook.opened()
    start.cancel()
    #expect(await start.value == [.startFailed])
    #expect(journal.entries.suffix(2) == ["stop second", "stop first"])
  }

  @Test func aCancelledStartBeginsNoFurtherService() async throws {
    let journal = Journal()
    let (isInHook, mayGoOn) = (Gate(), Gate())
    let container = try container(
      journal,
      start: Self.firstWaits(isInHook, mayGoOn))
    let start = Task { await codes { try await container.start() } }
    try await isInHook.opened()
    start.cancel()
    mayGoOn.open()
    #expect(await start.value == [.startFailed])
    #expect(journal.entries == ["make first", "start first", "stop first"])
  }
}
