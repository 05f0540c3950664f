import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import Synchronization
import Testing

@testable import PatchbayCore

@Suite("A container starts its services in order and stops them in reverse")
struct LifecycleTests {
  /// Services `N` with hooks, `Quiet` without; either takes others, and says what became of it.
  static func catalog(
    _ journal: Journal,
    start: @escaping @Sendable (Node) async throws -> Void = { _ in },
    stop: @escaping @Sendable (Node) async throws -> Void = { _ in }
  ) -> FactoryCatalog {
    FactoryCatalog("nodes") {
      Factory("N", .value("name"), .services("inputs")) { (name: String, inputs: [Node]) -> Node in
        journal.note("make \(name)")
        return Node(name, inputs)
      }
      .onStart { node in
        try await start(node)
        journal.note("start \(node.name)")
      }
      .onStop { node in
        try await stop(node)
        journal.note("stop \(node.name)")
      }
      Factory("Quiet", .value("name"), .services("inputs")) {
        (name: String, inputs: [Node]) -> Node in
        journal.note("make \(name)")
        return Node(name, inputs)
      }
    }
  }

  private func node(
    _ definitions: inout TestDefinitions,
    _ key: String,
    _ type: String = "N",
    needs: [String] = [],
    eager: Bool = false,
    after: [String] = [],
    timeouts: Timeouts = Timeouts()
  ) {
    definitions.define(
      key, type, ["name": .text(key), "inputs": .list(needs.map { .ref($0) })])
    let last = definitions.set.definitions.count - 1
    definitions.set.definitions[last].eager = eager
    definitions.set.definitions[last].after = after.map { definitions.located($0) }
    definitions.set.definitions[last].timeouts = timeouts
  }

  @Test func servicesStartAfterWhatTheyNeedAndStopBeforeIt() async throws {
    let journal = Journal()
    let plan = try definitions {
      node(&$0, "top", needs: ["middle"])
      node(&$0, "middle", "Quiet", needs: ["bottom"])
      node(&$0, "bottom")
    }.plan(Self.catalog(journal))
    let container = Container(plan)
    try await container.start()
    #expect(
      journal.entries == ["make bottom", "start bottom", "make middle", "make top", "start top"])
    try await container.stop()
    #expect(Array(journal.entries.dropFirst(5)) == ["stop top", "stop bottom"])
  }

  @Test func eagerServicesAreBuiltAndOthersAreNot() async throws {
    let journal = Journal()
    let plan = try definitions {
      node(&$0, "eager", "Quiet", eager: true)
      node(&$0, "lazy", "Quiet")
    }.plan(Self.catalog(journal))
    try await Container(plan).start()
    #expect(journal.entries == ["make eager"])
  }

  @Test("`after` sets the order of starts, and builds nothing")
  func afterSetsTheOrderAndBuildsNothing() async throws {
    let journal = Journal()
    let plan = try definitions {
      node(&$0, "a", after: ["b", "unbuilt"])
      node(&$0, "b")
      node(&$0, "unbuilt", "Quiet")
    }.plan(Self.catalog(journal))
    let container = Container(plan)
    try await container.start()
    try await container.stop()
    #expect(
      journal.entries
        == ["make b", "start b", "make a", "start a", "stop a", "stop b"])
  }

  /// `a` starts after `b`, if only through a service that nothing has built.
  @Test(arguments: [["b"], ["unbuilt"]])
  func aServiceStopsBeforeWhatItStartsAfter(_ after: [String]) async throws {
    let journal = Journal()
    let plan = try definitions {
      node(&$0, "a", after: after)
      node(&$0, "b")
      node(&$0, "unbuilt", "Quiet", after: ["b"])
    }.plan(Self.catalog(journal))
    let container = Container(plan)
    // Without `after` the last that was built stops first.
    for key in ["a", "b"] { _ = try container.resolve(key, as: Node.self) }
    try await container.stop()
    #expect(journal.entries == ["make a", "make b", "stop a", "stop b"])
  }

  @Test("a service that a stop hook builds is stopped, too")
  func whatAStopHookBuildsIsStoppedToo() async throws {
    let journal = Journal()
    let own = Locked<Container?>(nil)
    let catalog = Self.catalog(
      journal,
      stop: { node in
        guard let next = ["a": "b", "b": "c"][node.name] else { return }
        _ = try own.withLock { $0 }?.resolve(next, as: Node.self)
      })
    let plan = try definitions {
      for key in ["a", "b", "c"] { node(&$0, key) }
    }.plan(catalog)
    let container = Container(plan)
    own.withLock { $0 = container }
    defer { own.withLock { $0 = nil } }
    _ = try container.resolve("a", as: Node.self)
    try await container.stop()
    #expect(
      journal.entries == ["make a", "make b", "stop a", "make c", "stop b", "stop c"])
  }

  @Test(.timeLimit(.minutes(15)))
  func independentServicesStartAtTheSameTime() async throws {
    let journal = Journal()
    let both = Gate(opensAfter: 2)
    // Each hook waits for the other to have begun.
    let catalog = Self.catalog(
      journal,
      start: { _ in
        both.arrive()
        try await both.opened()
      }
    )
    let plan = try definitions {
      node(&$0, "a")
      node(&$0, "b")
    }.plan(catalog)
    try await Container(plan).start()
    #expect(journal.entries.suffix(2).sorted() == ["start a", "start b"])
  }

  @Test func aFailedStartStopsWhatWasBuiltAndNamesTheService() async throws {
    let journal = Journal()
    let catalog = Self.catalog(journal, start: { if $0.name == "bad" { throw Broken() } })
    let plan = try definitions {
      node(&$0, "good")
      node(&$0, "bad", needs: ["good"])
      node(&$0, "never", needs: ["bad"])
    }.plan(catalog)
    let container = Container(plan)
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.codes == [.startFailed])
    #expect(error?.underlying is Broken)
    #expect(error?.diagnostics.first?.message == "`bad` could not be started: out of order")
    #expect(
      journal.entries == ["make good", "start good", "make bad", "stop bad", "stop good"])
    let later = #expect(throws: DiagnosticsError.self) {
      try container.resolve("good", as: Node.self)
    }
    #expect(later?.codes == [.containerShutDown])
  }

  @Test func aHookThatTimesOutIsReportedWithItsLimit() async throws {
    let journal = Journal()
    let catalog = Self.catalog(
      journal,
      // Until it is cancelled.
      start: { if $0.name == "slow" { try await Gate().opened() } }
    )
    let plan = try definitions {
      node(&$0, "slow", timeouts: Timeouts(start: .milliseconds(20)))
    }.plan(catalog)
    let error = await #expect(throws: DiagnosticsError.self) {
      try await Container(plan).start()
    }
    #expect(error?.codes == [.startTimedOut])
    #expect(error?.diagnostics.first?.message == "`slow` took longer than 20ms to start")
  }

  @Test func aStopTimeoutOfTheDefinitionCountsAndNotTheLimitOfTheContainer() async throws {
    // Until it is cancelled.
    let catalog = Self.catalog(Journal(), stop: { _ in try await Gate().opened() })
    let plan = try definitions {
      node(&$0, "slow", timeouts: Timeouts(stop: .milliseconds(20)))
      node(&$0, "other")
    }.plan(catalog)
    let container = Container(plan)
    container.stopTimeout = .milliseconds(30)
    for key in ["slow", "other"] { _ = try container.resolve(key, as: Node.self) }
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.stop()
    }
    #expect(
      error?.diagnostics.map(\.message) == [
        "the stop hook of `slow` took longer than 20ms",
        "the stop hook of `other` took longer than 30ms",
      ])
  }

  @Test(.timeLimit(.minutes(15)))
  func aContainerStoppedWhileAFactoryRunsStopsWhatItMakes() async throws {
    let stopped = AsyncStream<Void>.makeStream()
    let running = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let catalog = FactoryCatalog("t") {
      Factory("Slow") { () -> Node in
        running.signal()
        goOn.wait()
        return Node("slow")
      }
      .onStop { _ in stopped.continuation.finish() }
    }
    let container = Container(try definitions { $0.define("slow", "Slow") }.plan(catalog))
    let codes = Locked<[DiagnosticCode]>([])
    let thread = Thread {
      do throws(DiagnosticsError) {
        _ = try container.resolve("slow", as: Node.self)
      } catch { codes.withLock { $0 = error.codes } }
      running.signal()
    }
    thread.start()
    await blocking { running.wait() }
    try await container.stop()
    goOn.signal()
    await blocking { running.wait() }
    #expect(codes.withLock { $0 } == [.containerShutDown])
    // Ends only when the hook of what came too late has run.
    for await _ in stopped.stream {}
  }

  @Test(arguments: ["transient", "graph", "weak"])
  func hooksOfWhatNoContainerKeepsAreRefused(scope: String) {
    let definitions = definitions {
      $0.define("a", "N", ["name": "a", "inputs": .list([])], scope: scope)
    }
    let error = #expect(throws: DiagnosticsError.self) {
      try definitions.plan(Self.catalog(Journal()))
    }
    #expect(error?.codes == [.unreachableHook])
  }

  @Test func anImpossibleOrderIsRefused() {
    let definitions = definitions {
      node(&$0, "a", needs: ["b"])
      node(&$0, "b", after: ["a"])
    }
    let error = #expect(throws: DiagnosticsError.self) {
      try definitions.plan(Self.catalog(Journal()))
    }
    #expect(error?.codes == [.dependencyCycle])
    #expect(
      error?.diagnostics.first?.message
        == "`b` is to start after `a`, which can only start after `b`")
  }
}
