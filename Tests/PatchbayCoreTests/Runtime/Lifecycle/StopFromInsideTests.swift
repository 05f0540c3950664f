import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Calls from inside a hook or a factory", .timeLimit(.minutes(15)))
struct StopFromInsideTests {
  /// A factory that works in a scope of its own gets the scope's errors, after its last hook.
  @Test func aFactoryThatClosesAnotherScopeWaitsForTheHooks() async throws {
    let box = Locked<Container?>(nil)
    let journal = Journal()
    let catalog = FactoryCatalog("t") {
      Factory("Session") { Node("session") }
        .onStop { _ in
          for _ in 0..<100 { await Task.yield() }
          journal.note("stopped")
          throw Broken()
        }
      Factory(async: "Warm") { () async throws -> Node in
        do {
          try await box.withLock { $0 }?.withScope("request") { scope in
            _ = try scope.resolve("session", as: Node.self)
          }
        } catch { journal.note("\((error as? DiagnosticsError)?.codes ?? [])") }
        return Node("warm")
      }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("session", "Session", scope: "request")
        $0.define("warm", "Warm")
      }.plan(catalog))
    box.withLock { $0 = container }
    _ = try await container.resolve(awaiting: ServiceKey<Node>("warm"))
    #expect(journal.entries == ["stopped", "[stop-failed]"])
  }

  @Test(
    "a factory that closes its own scope, or one around it, does not wait",
    arguments: ["request", "session", "user"])
  func aFactoryThatClosesItsScope(name: String) async throws {
    let kept = Locked<(own: ServiceScope, closed: ServiceScope)?>(nil)
    let journal = Journal()
    let catalog = FactoryCatalog("t") {
      Factory("Around") { Node("around") }.onStop { _ in journal.note("stopped around") }
      Factory("Hooked", .service("around")) { (around: Node) in Node("hooked", [around]) }
        .onStop { _ in
          // Waits for the factory, which must not wait for this hook.
          _ = try await kept.withLock { $0 }?.own.resolve(awaiting: ServiceKey<Node>("closing"))
          journal.note("stopped")
        }
      Factory(async: "Closing") { () async throws -> Node in
        try await kept.withLock { $0 }?.closed.close()
        return Node("closing")
      }
    }
    let names = ["user", "session", "request"]
    let container = Container(
      try definitions(scopes: names) {
        $0.define("around", "Around", scope: name)
        $0.define("hooked", "Hooked", ["around": .ref("around")], scope: "request")
        $0.define("closing", "Closing", scope: "request")
      }.plan(catalog))
    // Not by `openScope`, which would build what has to be awaited.
    let scopes = names.indices.reduce(into: [ServiceScope]()) { scopes, index in
      let outer = scopes.last?.store ?? container.root
      let store = InstanceStore(container.wiring, depth: index + 1, outer: outer)
      store.closeWithOuter()
      scopes.append(ServiceScope(container, store, enclosing: nil))
    }
    let closed = try #require(scopes.first { $0.name == name })
    kept.withLock { $0 = (scopes[2], closed) }
    _ = try scopes[2].resolve("hooked", as: Node.self)
    async let closing = scopes[2].resolve(awaiting: ServiceKey<Node>("closing"))
    _ = try? await closing
    try await closed.close()
    // What is around a scope stops after it.
    #expect(journal.entries == ["stopped", "stopped around"])
    kept.withLock { $0 = nil }
  }

  @Test func aTaskOfAFinishedHookWaitsForTheStop() async throws {
    let box = Locked<Container?>(nil)
    let task = Locked<Task<[DiagnosticCode], Never>?>(nil)
    let isStarted = Gate()
    let catalog = FactoryCatalog("t") {
      Factory("Hooked") { Node("hooked") }
        .onStart { _ in
          let container = box.withLock { $0 }
          let left = Task {
            await codes {
              try await isStarted.opened()
              try await container?.stop()
            }
          }
          task.withLock { $0 = left }
        }
        .onStop { _ in throw Broken() }
    }
    let container = Container(try definitions { $0.define("hooked", "Hooked") }.plan(catalog))
    box.withLock { $0 = container }
    try await container.start()
    isStarted.open()
    // Those that wait have the errors of the hooks.
    #expect(await task.withLock { $0 }?.value == [.stopFailed])
    box.withLock { $0 = nil }
  }

  @Test func aScopesHookThatClosesTheScopeDoesNotWaitForItself() async throws {
    let kept = Locked<ServiceScope?>(nil)
    let journal = Journal()
    let catalog = FactoryCatalog("t") {
      Factory("Session") { Node("session") }
        .onStop { _ in
          try await kept.withLock { $0 }?.close()
          journal.note("stopped")
        }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("session", "Session", scope: "request")
      }.plan(catalog))
    let scope = try await container.openScope("request")
    kept.withLock { $0 = scope }
    _ = try scope.resolve("session", as: Node.self)
    try await scope.close()
    #expect(journal.entries == ["stopped"])
    kept.withLock { $0 = nil }
  }

  /// The factory does not wait, so the hook that waits for the factory closes no cycle.
  @Test func aHookMayWaitForTheFactoryThatCalledStop() async throws {
    let box = Locked<Container?>(nil)
    let isInHook = Gate()
    let catalog = FactoryCatalog("t") {
      Factory("Hooked") { Node("hooked") }
        .onStop { _ in
          isInHook.open()
          _ = try await box.withLock { $0 }?.resolve(awaiting: ServiceKey<Node>("stopping"))
        }
      Factory(async: "Stopping") { () async throws -> Node in
        try await box.withLock { $0 }?.stop()
        try await isInHook.opened()
        return Node("stopping")
      }
    }
    let container = Container(
      try definitions {
        $0.define("hooked", "Hooked")
        $0.define("stopping", "Stopping")
      }.plan(catalog))
    box.withLock { $0 = container }
    _ = try container.resolve("hooked", as: Node.self)
    async let stopping = codes {
      _ = try await container.resolve(awaiting: ServiceKey<Node>("stopping"))
    }
    try await isInHook.opened()
    #expect(await codes { try await container.stop() } == [])
    _ = await stopping
  }

  @Test func stopHooksOfTwoContainersMayStopEachOther() async throws {
    let containers = Locked<[Container]>([])
    let journal = Journal()
    let catalog = FactoryCatalog("t") {
      Factory("Stopping", .value("other")) { (other: Int) in Node("\(other)") }
        .onStop { node in
          try await containers.withLock { $0 }[Int(node.name) ?? 0].stop()
          journal.note("stopped \(node.name)")
        }
    }
    let made = try [1, 0].map { other in
      Container(
        try definitions { $0.define("a", "Stopping", ["other": .text("\(other)")]) }.plan(catalog))
    }
    containers.withLock { $0 = made }
    for container in made { _ = try container.resolve("a", as: Node.self) }
    try await made[0].stop()
    #expect(journal.entries == ["stopped 0", "stopped 1"])
    containers.withLock { $0 = [] }
  }

  @Test func aProgramWhoseStartHookCallsStopEndsAfterTheStopHooks() async throws {
    let journal = Journal()
    let box = Locked<Container?>(nil)
    let catalog = LifecycleTests.catalog(
      journal,
      start: { _ in try await box.withLock { $0 }?.stop() },
      stop: { _ in for _ in 0..<100 { await Task.yield() } })
    let container = Container(
      try definitions {
        $0.define("first", "N", ["name": "first", "inputs": .list([])])
      }.plan(catalog))
    box.withLock { $0 = container }
    #expect(await codes { try await container.run() } == [.containerShutDown])
    #expect(journal.entries == ["make first", "start first", "stop first"])
    box.withLock { $0 = nil }
  }

  @Test func aContainerThatWasStartedAndStoppedInAScopeIsReleased() async throws {
    weak var released: Container?
    let catalog = LifecycleTests.catalog(Journal())
    do {
      let container = Container(
        try definitions(scopes: ["request"]) {
          $0.define("first", "N", ["name": "first", "inputs": .list([])])
        }.plan(catalog))
      released = container
      try await container.withScope("request") { _ in
        try await container.start()
        try await container.stop()
      }
    }
    while released != nil { await Task.yield() }
  }
}
