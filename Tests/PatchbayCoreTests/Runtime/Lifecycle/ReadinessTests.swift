import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("The readiness of a container says which services have started")
struct ReadinessTests {
  /// `pool` is started before `server`; `unused` and `session` are not started with the container.
  private func container(
    start: @escaping @Sendable (String) async throws -> Void = { _ in },
    stop: @escaping @Sendable (String) async throws -> Void = { _ in }
  ) throws -> Container {
    var set = TestDefinitions(scopes: ["request"])
    set.define("server", "Hooked", ["name": "server", "inputs": .list([.ref("pool")])])
    set.define("pool", "Hooked", ["name": "pool", "inputs": .list([])])
    set.define("unused", "Quiet", ["inputs": .list([])])
    set.define(
      "session", "Hooked", ["name": "session", "inputs": .list([])], scope: "request")
    return Container(try set.plan(.hooked(start: start, stop: stop)))
  }

  private func states(_ container: Container) -> [String: Readiness.State] {
    Dictionary(uniqueKeysWithValues: container.readiness.services.map { ($0.key, $0.state) })
  }

  @Test("a container that has not started is not ready")
  func beforeTheStartNothingIsReady() throws {
    let readiness = try container().readiness
    #expect(readiness.phase == .notStarted && !readiness.isReady)
    #expect(readiness.services.map(\.key) == ["server", "pool"])
    #expect(readiness.services.map(\.state) == [.waiting, .waiting])
    #expect(
      "\(readiness)" == "not started: 0 of 2 services have started; not yet: server, pool")
  }

  @Test func afterTheStartAllIsReadyAndAfterTheStopNothing() async throws {
    let container = try container()
    try await container.start()
    #expect(container.readiness.isReady && "\(container.readiness)" == "started")
    #expect(states(container) == ["server": .started, "pool": .started])
    try await container.stop()
    #expect(!container.readiness.isReady && container.readiness.phase == .stopped)
    #expect(states(container) == ["server": .stopped, "pool": .stopped])
    #expect("\(container.readiness)" == "stopped")
  }

  @Test func duringTheStartEachServiceHasItsState() async throws {
    let (isInHook, mayGoOn) = (Gate(), Gate())
    let container = try container(start: { name in
      guard name == "server" else { return }
      isInHook.open()
      try await mayGoOn.opened()
    })
    async let start = container.start()
    try await isInHook.opened()
    let readiness = container.readiness
    #expect(readiness.phase == .starting && !readiness.isReady)
    #expect(readiness.services.map(\.state) == [.starting, .started])
    #expect("\(readiness)" == "starting: 1 of 2 services have started; not yet: server")
    mayGoOn.open()
    _ = try await start
    #expect(container.readiness.isReady)
  }

  @Test func whileAStopHookRunsTheContainerIsNotReady() async throws {
    let (isInHook, mayGoOn) = (Gate(), Gate())
    let container = try container(stop: { name in
      guard name == "server" else { return }
      isInHook.open()
      try await mayGoOn.opened()
    })
    try await container.start()
    async let stop: Void = container.stop()
    try await isInHook.opened()
    #expect(container.readiness.phase == .stopping && !container.readiness.isReady)
    mayGoOn.open()
    try await stop
  }

  @Test func afterAFailedStartTheServiceThatFailedIsKnown() async throws {
    let container = try container(start: { if $0 == "pool" { throw Broken() } })
    _ = await codes { try await container.start() }
    #expect(container.readiness.phase == .stopped)
    #expect(states(container) == ["server": .waiting, "pool": .failed])
  }

  @Test("the services of a scope are not a part of the readiness")
  func aScopesServicesAreNotAmongThem() async throws {
    let container = try container()
    try await container.withScope("request") { _ in
      #expect(container.readiness.phase == .notStarted)
      #expect(states(container) == ["server": .waiting, "pool": .waiting])
    }
  }

  @Test func aContainerWithoutServicesToStartIsReadyOnceStarted() async throws {
    let catalog = FactoryCatalog("t") { Factory("Quiet") { Node("quiet") } }
    let container = Container(try definitions { $0.define("quiet", "Quiet") }.plan(catalog))
    #expect(!container.readiness.isReady)
    try await container.start()
    #expect(container.readiness.isReady && container.readiness.services.isEmpty)
  }

  @Test(
    "the description of a readiness names the services that are missing",
    arguments: [
      (Readiness.State.retrying(failedAttempts: 1), "pool (1 attempt failed)"),
      (.retrying(failedAttempts: 4), "pool (4 attempts failed)"), (.failed, "pool (failed)"),
      (.starting, "pool"), (.waiting, "pool"),
    ])
  func oneLineNamesWhatIsMissing(_ state: Readiness.State, _ text: String) {
    let readiness = Readiness(
      phase: .starting,
      services: [
        .init(key: "clock", state: .started, isRunning: false),
        .init(key: "pool", state: state, isRunning: false),
      ])
    #expect(
      "\(readiness)" == "starting: 1 of 2 services have started; not yet: \(text)")
  }
}
