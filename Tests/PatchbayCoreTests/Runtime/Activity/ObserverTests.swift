import PatchbayDiagnostics
import Synchronization
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("An observer receives what a container does")
struct ObserverTests {
  /// Notes everything that a container does.
  private func observer(_ journal: Journal) -> ContainerObserver {
    ContainerObserver(
      built: { journal.note("built \($0.key)\($0.scope.map { " in \($0)" } ?? "")") },
      started: { journal.note("started \($0.key)") },
      attemptFailed: {
        journal.note("\($0.key), attempt \($0.number) of \($0.attempts): \($0.error)")
      },
      stopped: { journal.note("stopped \($0.key)\($0.error.map { ": \($0)" } ?? "")") },
      overridden: { journal.note("overridden \($0.key)") })
  }

  /// `server` needs `users`, which needs `pool`; `pool` and `server` have hooks.
  private func container(
    start: @escaping @Sendable (String) async throws -> Void = { _ in },
    stop: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) throws -> Container {
    var set = TestDefinitions(scopes: ["request"])
    set.define("server", "Hooked", ["name": "server", "inputs": .list([.ref("users")])])
    set.define("users", "Quiet", ["inputs": .list([.ref("pool")])])
    set.define("pool", "Hooked", ["name": "pool", "inputs": .list([])])
    set.edit { $0.retry = Retry(attempts: 2, pause: RetryPause(low: .zero, high: .zero)) }
    set.define("session", "Quiet", ["inputs": .list([])], scope: "request")
    set.define("fresh", "Quiet", ["inputs": .list([])], scope: "transient")
    return Container(try set.plan(.hooked(start: start, stop: stop)))
  }

  @Test func everythingInOrder() async throws {
    let journal = Journal()
    let attempts = Counter()
    let container = try container(
      start: { if $0 == "pool", attempts.increment() == 1 { throw Broken() } },
      stop: { if $0 == "pool" { throw Broken() } })
    container.observe(observer(journal))
    try await container.start()
    #expect(
      journal.takeEntries() == [
        "built pool", "pool, attempt 1 of 2: out of order", "started pool", "built users",
        "built server", "started server",
      ])
    try await container.withScope("request") { scope in
      _ = try scope.resolve("session", as: Node.self)
      _ = try scope.resolve("session", as: Node.self)
      _ = try scope.resolve("fresh", as: Node.self)
    }
    let token = try container.override(ServiceKey<Node>("users")) { $0 }
    token.remove()
    await #expect(throws: DiagnosticsError.self) { try await container.stop() }
    #expect(
      journal.takeEntries() == [
        "built session in request", "overridden users", "stopped server",
        "stopped pool: failed: out of order",
      ])
  }

  @Test func aFailedStartWithItsLastAttemptAndItsStops() async throws {
    let journal = Journal()
    let container = try container(start: { if $0 == "pool" { throw Broken() } })
    container.observe(observer(journal))
    _ = await codes { try await container.start() }
    #expect(
      journal.entries == [
        "built pool", "pool, attempt 1 of 2: out of order", "pool, attempt 2 of 2: out of order",
        "stopped pool",
      ])
  }

  @Test func servicesThatExistCostNothingMore() async throws {
    let journal = Journal()
    let container = try container()
    _ = try container.resolve("users", as: Node.self)
    container.observe(observer(journal))
    _ = try container.resolve("users", as: Node.self)
    try await container.stop()
    #expect(journal.entries == ["stopped pool"])
  }

  @Test func severalObserversReceiveTheSame() async throws {
    let (first, second) = (Journal(), Journal())
    let container = try container()
    container.observe(observer(first))
    container.observe(observer(second))
    try await container.start()
    #expect(first.entries.count == 5 && first.entries == second.entries)
  }

  @Test(.timeLimit(.minutes(15)))
  func aSlowObserverDelaysNoRequestAndTheStop() async throws {
    let journal = Journal()
    let (isSlow, mayGoOn) = (Gate(), Gate())
    let container = try container()
    container.observe(
      ContainerObserver(built: { built in
        guard built.key == "pool" else { return }
        isSlow.open()
        mayGoOn.wait()
        journal.note("slow \(built.key)")
      }))
    // Returns, although the observer has not.
    _ = try container.resolve("server", as: Node.self)
    try await isSlow.opened()
    _ = try container.resolve("server", as: Node.self)
    #expect(journal.entries == [])
    async let stop: Void = container.stop()
    while container.readiness.phase != .stopped { await Task.yield() }
    #expect(journal.entries == [])
    mayGoOn.open()
    try await stop
    #expect(journal.entries == ["slow pool"])
  }

  /// More of them block than there are threads for tasks.
  @Test(.timeLimit(.minutes(15)))
  func slowObserversDelayNoTask() async throws {
    let mayGoOn = Gate()
    let containers = try (0..<64).map { _ in
      let container = try container()
      container.observe(ContainerObserver(built: { _ in mayGoOn.wait() }))
      _ = try container.resolve("pool", as: Node.self)
      return container
    }
    await Task.detached { mayGoOn.open() }.value
    for container in containers { try await container.stop() }
  }

  /// An observer that used a lock of the container would wait for itself here.
  @Test(.timeLimit(.minutes(15)))
  func anObserverMayUseTheContainer() async throws {
    let journal = Journal()
    let container = try container()
    container.observe(
      ContainerObserver(
        built: { [weak container] built in
          guard built.key == "pool" else { return }
          _ = try? container?.resolve("users", as: Node.self)
          journal.note("\(container?.readiness.isReady == false)")
        }))
    try await container.start()
    #expect(journal.entries == ["true"])
  }

  @Test("an observer that is added late receives nothing earlier", .timeLimit(.minutes(15)))
  func oneThatIsAddedLateReceivesNothingEarlier() async throws {
    let journal = Journal()
    let (isSlow, mayGoOn) = (Gate(), Gate())
    let container = try container()
    container.observe(
      ContainerObserver(built: { _ in
        isSlow.open()
        mayGoOn.wait()
      }))
    _ = try container.resolve("pool", as: Node.self)
    try await isSlow.opened()
    // Not delivered yet when the other one is added.
    _ = try container.resolve("users", as: Node.self)
    container.observe(observer(journal))
    _ = try container.resolve("server", as: Node.self)
    mayGoOn.open()
    try await container.stop()
    #expect(journal.entries == ["built server", "stopped server", "stopped pool"])
  }

  @Test(
    "an observer that retains its container is released with the stop", .timeLimit(.minutes(15)),
    arguments: [true, false])
  func oneThatRetainsItsContainerIsReleasedWithTheStop(fails: Bool) async throws {
    weak var released: Container?
    do {
      let container = try container(start: { if fails, $0 == "server" { throw Broken() } })
      released = container
      container.observe(ContainerObserver(stopped: { [container] _ in _ = container.readiness }))
      #expect(await codes { try await container.start() } == (fails ? [.startFailed] : []))
      try await container.stop()
      container.observe(ContainerObserver(stopped: { [container] _ in _ = container.readiness }))
    }
    // The task of the stop may be about to end.
    while released != nil { await Task.yield() }
  }

  @Test(
    "services of a container that is released without a stop are named", .timeLimit(.minutes(15)),
    arguments: [true, false])
  func whatWasStartedAndIsReleasedWithoutAStopIsNamed(isStarted: Bool) async throws {
    let journal = Journal()
    weak var released: Container?
    let activity: ContainerActivity?
    do {
      let container = try container()
      released = container
      container.observe(
        ContainerObserver(neverStopped: {
          journal.note("never stopped: \($0.keys.joined(separator: ", "))")
        }))
      activity = container.root.activity
      if isStarted {
        try await container.start()
      } else {
        _ = try container.resolve("server", as: Node.self)
      }
    }
    while released != nil { await Task.yield() }
    await activity?.flush()
    #expect(journal.entries == (isStarted ? ["never stopped: server, pool"] : []))
  }

  private static func startAndRelease(isStopped: Bool) async throws {
    weak var released: Container?
    do {
      let container = try ObserverTests().container()
      released = container
      try await container.start()
      if isStopped { try await container.stop() }
    }
    while released != nil { await Task.yield() }
  }

  @Test(arguments: [true, false])
  func aDebugBuildWritesItToStandardError(isStopped: Bool) async {
    let result =
      isStopped
      ? await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        try await ObserverTests.startAndRelease(isStopped: true)
      }
      : await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        try await ObserverTests.startAndRelease(isStopped: false)
      }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let warning = """
      warning: a container was released without `stop()`: `server` and `pool` were never stopped

      """
    #if DEBUG
      #expect(text.contains(warning) == !isStopped)
    #else
      #expect(!text.contains(warning))
    #endif
  }

  @Test(.timeLimit(.minutes(15)), arguments: [true, false])
  func aScopeThatIsDroppedIsNamedLikeAContainer(isClosed: Bool) async throws {
    let journal = Journal()
    let catalog = FactoryCatalog("t") { Factory("Session") { Node("session") }.onStop { _ in } }
    let container = Container(
      try definitions(scopes: ["request"]) { $0.define("session", "Session", scope: "request") }
        .plan(catalog))
    container.observe(
      ContainerObserver(neverStopped: { journal.note("\($0.scope ?? ""): \($0.keys)") }))
    do {
      let scope = try await container.openScope("request")
      _ = try scope.resolve("session", as: Node.self)
      if isClosed { try await scope.close() }
    }
    await container.root.activity?.flush()
    #expect(journal.entries == (isClosed ? [] : ["request: [\"session\"]"]))
    try await container.stop()
  }

  private func isWatched(_ container: Container) -> Bool {
    container.root.isWatched.load(ordering: .relaxed)
  }

  @Test("nothing is watched without an observer")
  func withoutAnObserverNothingIsWatched() async throws {
    let container = try container()
    #expect(!isWatched(container))
    try await container.start()
    #expect(!isWatched(container))
    container.observe(ContainerObserver())
    #expect(isWatched(container))
  }
}
