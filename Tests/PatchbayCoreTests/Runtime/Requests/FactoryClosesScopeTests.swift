import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite(
  "What a factory builds that closes a scope stops before what it needs", .timeLimit(.minutes(15)))
struct FactoryClosesScopeTests {
  /// Which of the stores the factory of `inner` closes: its own, that around it, or the container.
  enum Closed: CaseIterable { case request, connection, container }

  @Test(
    "a factory that closes its scope has its product stopped in the right order",
    arguments: Closed.allCases, [true, false])
  func inTheRightOrder(_ closed: Closed, isAsync: Bool) async throws {
    let journal = Journal()
    let close = Locked<(@Sendable () async throws -> Void)?>(nil)
    let call: @Sendable () async throws -> Void = { try await close.withLock { $0 }?() }
    let catalog = FactoryCatalog("t") {
      Factory("Outer", .services("inputs")) { (inputs: [Node]) in Node("outer", inputs) }
        .onStop { _ in journal.note("stop outer") }
      Factory("Pool") { Node("pool") }.onStop { _ in journal.note("stop pool") }
      Factory(async: "Async", .services("inputs")) { (inputs: [Node]) async throws -> Node in
        try await call()
        for _ in 0..<100 { await Task.yield() }
        return Node("inner", inputs)
      }
      .onStop { _ in journal.note("stop inner") }
      Factory("Sync", .services("inputs")) { (inputs: [Node]) -> Node in
        let isCalled = Gate()
        Task {
          try await call()
          isCalled.open()
        }
        isCalled.wait()
        return Node("inner", inputs)
      }
      .onStop { _ in journal.note("stop inner") }
    }
    let container = Container(
      try definitions(scopes: ["connection", "request"]) {
        $0.define("pool", "Pool")
        $0.define("outer", "Outer", ["inputs": .list([.ref("pool")])], scope: "connection")
        $0.define(
          "inner", isAsync ? "Async" : "Sync", ["inputs": .list([.ref("outer")])], scope: "request")
      }.plan(catalog))
    let connection = try await container.openScope("connection")
    let request = try await connection.openScope("request")
    close.withLock { close in
      close = {
        switch closed {
        case .request: try await request.close()
        case .connection: try await connection.close()
        case .container: try await container.stop()
        }
      }
    }
    if isAsync {
      _ = try? await request.resolve(awaiting: ServiceKey<Node>("inner"))
    } else {
      await blocking { _ = try? request.resolve("inner", as: Node.self) }
    }
    close.withLock { $0 = nil }
    try await container.stop()
    while journal.entries.count < 3 { await Task.yield() }
    #expect(journal.entries == ["stop inner", "stop outer", "stop pool"])
  }

  @Test func aScopeThatTheContainerDoesNotKnowYet() async throws {
    let journal = Journal()
    let box = Locked<Container?>(nil)
    let catalog = FactoryCatalog("t") {
      Factory("Pool") { Node("pool") }.onStop { _ in journal.note("stop pool") }
      Factory(async: "Session", .service("pool")) { (pool: Node) async throws -> Node in
        try await box.withLock { $0 }?.stop()
        for _ in 0..<100 { await Task.yield() }
        return Node("session", [pool])
      }
      .onStop { _ in journal.note("stop session") }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("pool", "Pool")
        $0.define("session", "Session", ["pool": .ref("pool")], scope: "request")
      }.plan(catalog))
    box.withLock { $0 = container }
    let scope = try await container.openScope("request")
    _ = try? await scope.resolve(awaiting: ServiceKey<Node>("session"))
    box.withLock { $0 = nil }
    try await container.stop()
    #expect(journal.entries == ["stop session", "stop pool"])
  }
}
