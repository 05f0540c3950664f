import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("An open scope is closed before what is around it")
struct OpenScopeTests {
  private let journal = Journal()
  private let made = Journal()

  /// A pool of the container, a connection and a session, each of a scope and with the one before it.
  private func server(
    stop: @escaping @Sendable (Node) async throws -> Void = { _ in }
  ) throws -> Container {
    func node(
      _ definitions: inout TestDefinitions, _ key: String, _ inputs: [String], _ scope: String?
    ) {
      definitions.define(
        key, "N", ["name": .text(key), "inputs": .list(inputs.map { .ref($0) })], scope: scope)
    }
    let plan = try definitions(scopes: ["connection", "request"]) {
      node(&$0, "pool", [], nil)
      node(&$0, "server", ["pool"], nil)
      node(&$0, "connection", ["pool"], "connection")
      node(&$0, "session", ["connection"], "request")
      node(&$0, "log", ["pool"], "request")
      $0.define("plain", "Plain", scope: "request")
    }.plan(
      FactoryCatalog("nodes") {
        Factory("N", .value("name"), .services("inputs", as: Node.self)) {
          [made] (name: String, _: [Node]) in
          made.note(name)
          return Node(name)
        }
        .onStop { [journal] in
          try await stop($0)
          journal.note("stop \($0.name)")
        }
        Factory("Plain") { Node("plain") }
      })
    return Container(plan)
  }

  @Test("the stop of the container closes its scopes from the inside out")
  func theStopOfTheContainerClosesIt() async throws {
    let container = try server()
    let connection = try await container.openScope("connection")
    let request = try await connection.openScope("request")
    _ = try request.resolve("session", as: Node.self)
    try await container.stop()
    #expect(journal.entries == ["stop session", "stop connection", "stop pool"])
    // Both are closed, and closing them again stops nothing.
    try await request.close()
    try await connection.close()
    #expect(journal.entries.count == 3)
  }

  @Test("a stop closes a scope inside of one that has nothing to stop")
  func insideOfAScopeThatHasNothingToStop() async throws {
    let container = try server()
    let connection = try await container.openScope("connection")
    let request = try await connection.openScope("request")
    _ = try request.resolve("log", as: Node.self)
    try await container.stop()
    #expect(journal.entries == ["stop log", "stop pool"])
  }

  @Test("a stop closes a scope while an operation runs in it")
  func whileAnOperationRunsInIt() async throws {
    let container = try server()
    try await container.withScope("connection") { connection in
      _ = try connection.resolve("connection", as: Node.self)
      try await container.stop()
      #expect(journal.entries == ["stop connection", "stop pool"])
    }
    #expect(journal.entries.count == 2)
  }

  @Test("a scope is closed where its operation throws")
  func whereItsOperationThrows() async throws {
    let container = try server()
    await #expect(throws: Broken.self) {
      try await container.withScope("connection") { connection in
        _ = try connection.resolve("connection", as: Node.self)
        throw Broken()
      }
    }
    #expect(journal.entries == ["stop connection"])
  }

  @Test("closing a scope closes the scopes inside of it")
  func theScopeAroundItClosesIt() async throws {
    let container = try server()
    var left: ServiceScope?
    try await container.withScope("connection") { connection in
      let request = try await container.openScope("request")
      _ = try request.resolve("session", as: Node.self)
      left = request
    }
    #expect(journal.entries == ["stop session", "stop connection"])
    try refused(left, "session", "connection", "pool", "plain")
    try await container.stop()
    #expect(journal.entries == ["stop session", "stop connection", "stop pool"])
  }

  /// With nothing to stop in either, and by a typed key that the fast path answers.
  @Test func aScopeWithNothingToStopIsClosed() async throws {
    let container = try server()
    let plain = ServiceKey<Node>("plain")
    let connection = try await container.openScope("connection")
    let request = try await connection.openScope("request")
    let inner = try await request.openScope("request")
    for scope in [request, inner] { for _ in 0..<3 { _ = try scope.resolve(plain) } }
    try await connection.close()
    for scope in [request, inner] {
      try refused(scope, "plain", "connection", "pool")
      let error = #expect(throws: DiagnosticsError.self) { try scope.resolve(plain) }
      #expect(error?.codes == [.scopeClosed])
    }
    #expect(journal.entries == [])
    #expect(try container.resolve("pool", as: Node.self).name == "pool")
  }

  @Test("the errors of a scope's stop hooks are reported by the stop of the container")
  func theErrorsOfItsHooksAreReported() async throws {
    let container = try server { if $0.name != "pool" { throw Broken() } }
    let connection = try await container.openScope("connection")
    let request = try await connection.openScope("request")
    _ = try request.resolve("session", as: Node.self)
    let error = await #expect(throws: DiagnosticsError.self) { try await container.stop() }
    #expect(error?.codes == [.stopFailed, .stopFailed])
    #expect(journal.entries == ["stop pool"])
  }

  /// The stop of the container waits for the hook, and so the hook must not wait for the stop.
  @Test(
    "a stop hook of a scope that stops the container does not wait for itself",
    .timeLimit(.minutes(15)), arguments: [false, true])
  func whileItsHookStopsTheContainer(isFirst: Bool) async throws {
    let switches = Locked<Container?>(nil)
    let container = try server { node in
      guard node.name == "session" else { return }
      try await switches.withLock { $0 }?.stop()
      // The stop of the container goes on meanwhile, and waits for the scopes around the hook.
      for _ in 0..<1_000 { await Task.yield() }
    }
    // The other tests may keep all processors for longer than the limit.
    container.stopTimeout = nil
    switches.withLock { $0 = container }
    let connection = try await container.openScope("connection")
    let request = try await connection.openScope("request")
    _ = try request.resolve("session", as: Node.self)
    if isFirst {
      try await request.close()
      // Its hook did not wait.
      try await container.stop()
    } else {
      try await container.stop()
    }
    #expect(journal.entries.sorted() == ["stop connection", "stop pool", "stop session"])
    #expect(journal.entries.last == "stop pool")
    switches.withLock { $0 = nil }
  }

  /// A server may wait for its requests when it stops: they have what they need until their end.
  @Test(
    "a scope is not closed before a service that waits for it has stopped", .timeLimit(.minutes(15))
  )
  func notBeforeAServiceThatWaitsForIt() async throws {
    let (stopping, ended) = (Gate(), Gate())
    let container = try server { node in
      guard node.name == "server" else { return }
      stopping.open()
      try await ended.opened()
    }
    _ = try container.resolve("server", as: Node.self)
    let idle = try await container.openScope("connection")
    _ = try idle.resolve("connection", as: Node.self)
    async let stopped: Void = container.stop()
    try await container.withScope("connection") { connection in
      try await stopping.opened()
      _ = try connection.resolve("connection", as: Node.self)
    }
    #expect(journal.entries == ["stop connection"])
    ended.open()
    try await stopped
    #expect(journal.entries == ["stop connection", "stop server", "stop connection", "stop pool"])
  }

  /// The start of its services is cancelled and awaited, and opening it fails.
  @Test(.timeLimit(.minutes(15)), arguments: [false, true])
  func closingWhileItOpensFailsTheOpening(byItsOuterScope: Bool) async throws {
    let starting = Gate()
    let plan = try definitions(scopes: ["connection", "request"]) {
      $0.define("session", "N", scope: "request")
      $0.define("connection", "Plain", scope: "connection")
    }.plan(
      FactoryCatalog("nodes") {
        Factory("N") { Node("session") }
          .onStart { [journal] _ in
            starting.open()
            defer { journal.note("started") }
            try await Task.sleep(for: .seconds(3_600))
          }
          .onStop { [journal] _ in journal.note("stopped") }
        Factory("Plain") { Node("plain") }
      })
    let container = Container(plan)
    let connection = try await container.openScope("connection")
    let opened = Task { try await connection.openScope("request") }
    try await starting.opened()
    if byItsOuterScope { try await connection.close() } else { try await container.stop() }
    let error = await #expect(throws: DiagnosticsError.self) { _ = try await opened.value }
    #expect(error?.codes.first == (byItsOuterScope ? .scopeClosed : .containerShutDown))
    #expect(journal.entries == ["started", "stopped"])
  }

  /// A server goes on opening scopes while it is stopped: the stop ends, and the hook of each runs.
  @Test("a stop ends while other scopes are opened without end", .timeLimit(.minutes(15)))
  func whileOthersAreOpenedWithoutEnd() async throws {
    let container = try server()
    _ = try container.resolve("pool", as: Node.self)
    let opened = await withTaskGroup(of: [ServiceScope].self) { group in
      for _ in 0..<2 {
        group.addTask {
          var opened: [ServiceScope] = []
          while let scope = try? await container.openScope("connection"),
            (try? scope.resolve("connection", as: Node.self)) != nil
          {
            opened.append(scope)
            // Opening does not suspend, and the stop needs a thread.
            await Task.yield()
          }
          return opened
        }
      }
      try? await container.stop()
      return await group.reduce(into: []) { $0 += $1 }
    }
    // A connection that is completed too late is stopped, too, in a task of its own, but its request fails.
    let connections = made.entries.count { $0 == "connection" }
    #expect(opened.count...opened.count + 2 ~= connections)
    while journal.entries.count < connections + 1 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(journal.entries.count { $0 == "stop connection" } == connections)
  }

  @Test("a scope that a stop hook opens is closed, too")
  func openedByAHookOfTheContainer() async throws {
    let switches = Locked<Container?>(nil)
    let opened = Locked<ServiceScope?>(nil)
    let container = try server { node in
      guard node.name == "pool", let container = switches.withLock({ $0 }) else { return }
      let connection = try await container.openScope("connection")
      _ = try connection.resolve("connection", as: Node.self)
      opened.withLock { $0 = connection }
    }
    switches.withLock { $0 = container }
    _ = try container.resolve("pool", as: Node.self)
    try await container.stop()
    #expect(journal.entries == ["stop pool", "stop connection"])
    switches.withLock { $0 = nil }
  }

  @Test("a scope that was closed is not closed again by the stop")
  func notAfterItWasClosed() async throws {
    let container = try server()
    for _ in 0..<3 {
      let connection = try await container.openScope("connection")
      _ = try connection.resolve("connection", as: Node.self)
      try await connection.close()
    }
    try await container.stop()
    #expect(journal.entries == Array(repeating: "stop connection", count: 3) + ["stop pool"])
  }

  /// What it threw then is not thrown again.
  @Test("a scope whose stop failed is not closed again by the stop")
  func notAfterItsStopFailed() async throws {
    let container = try server { if $0.name == "connection" { throw Broken() } }
    let connection = try await container.openScope("connection")
    _ = try connection.resolve("connection", as: Node.self)
    let error = await #expect(throws: DiagnosticsError.self) { try await connection.close() }
    #expect(error?.codes == [.stopFailed])
    try await container.stop()
    #expect(journal.entries == ["stop pool"])
    #expect(connection.name == "connection")
  }

  /// Inside of a scope that was opened by hand, those of other containers are the task's.
  @Test("a scope inside of the current scope of another container is the current one of its own")
  func insideOfTheCurrentScopeOfAnotherContainer() async throws {
    let (container, other) = (try server(), try server())
    let connection = try await container.openScope("connection")
    try await other.withScope("connection") { outer in
      try await connection.withScope("request") { request in
        for (resolver, scope, key) in [
          (other, outer, "connection"), (container, request, "session"),
          (container, connection, "connection"),
        ] {
          let found = try resolver.resolve(key, as: Node.self)
          let expected = try scope.resolve(key, as: Node.self)
          #expect(found === expected, "\(key)")
        }
      }
    }
    try await connection.close()
    try await container.stop()
  }

  /// Each scope costs as much as the one around it, however deep it is.
  @Test(
    "a scope inside of many others costs as much as the outermost", .timeLimit(.minutes(15)),
    arguments: [false, true])
  func insideOfManyOthers(isOfTheOneFurtherOut: Bool) async throws {
    let container = try server()
    @Sendable func nest(_ outer: ServiceScope, _ now: ServiceScope, _ levels: Int) async throws {
      guard levels > 0 else { return }
      try await (isOfTheOneFurtherOut ? outer : now).withScope("request") { inner in
        let session = try inner.resolve("session", as: Node.self)
        let current = try container.resolve("session", as: Node.self)
        #expect(current === session)
        try await nest(now, inner, levels - 1)
      }
    }
    try await container.withScope("connection") { connection in
      try await nest(connection, connection, 64)
    }
    #expect(journal.entries.count { $0 == "stop session" } == 64)
  }

  /// A store that lists scopes must not keep them.
  @Test("a scope that was dropped is released, and not closed by the stop")
  func notIfItWasDropped() async throws {
    let container = try server()
    weak var session: Node?
    do {
      let connection = try await container.openScope("connection")
      let request = try await connection.openScope("request")
      session = try request.resolve("session", as: Node.self)
    }
    #expect(session == nil)
    try await container.stop()
    #expect(journal.entries == ["stop pool"])
  }

  private func refused(_ scope: ServiceScope?, _ keys: String...) throws {
    let scope = try #require(scope)
    for key in keys {
      let error = #expect(throws: DiagnosticsError.self) { try scope.resolve(key, as: Node.self) }
      #expect(error?.codes == [.scopeClosed], "\(key)")
    }
  }
}
