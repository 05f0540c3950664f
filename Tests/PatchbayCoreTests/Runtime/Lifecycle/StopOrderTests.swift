import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Independent services stop at the same time", .timeLimit(.minutes(15)))
struct StopOrderTests {
  /// A container with services of the types `Client` and `Dynamic` (which takes a resolver), `Loop` and `Worker` (which
  /// run, and take nothing and a resolver). Each notes when its stop begins and ends.
  private func container(
    _ services: String..., journal: Journal,
    meanwhile: @escaping @Sendable (Node) async throws -> Void = { _ in }
  ) throws -> Container {
    @Sendable func stop(_ node: Node) async throws {
      journal.note("\(node.name)…")
      try await meanwhile(node)
      for _ in 0..<20 { await Task.yield() }
      journal.note("\(node.name).")
    }
    @Sendable func run(_ node: Node, _ stopping: StopRequest) async throws {
      await stopping.requested()
      try await stop(node)
    }
    let catalog = FactoryCatalog("t") {
      Factory("Client", .value("name"), .services("needs")) { Node($0, $1) }.onStop(stop)
      Factory("Calling", .value("name"), .provider("job")) { (name: String, _: Provider<Node>) in
        Node(name)
      }.onStop(stop)
      Factory("Dynamic", .value("name"), .resolver) { (name: String, _: Resolver) in Node(name) }
        .onStop(stop)
      Factory("Loop", .value("name")) { Node($0) }.onRun(run)
      Factory("Worker", .value("name"), .resolver) { (name: String, _: Resolver) in Node(name) }
        .onRun(run)
    }
    let text = "services:\n" + services.map { "  \($0)\n" }.joined()
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    // The other tests may keep all processors for longer than any limit.
    container.stopTimeout = nil
    return container
  }

  @Test("also if they resolve dynamically, where they run", arguments: ["Loop", "Worker"])
  func tenRuns(_ type: String) async throws {
    // Each goes on when all have begun to end.
    let all = Gate(opensAfter: 10)
    let text = (0..<10).map { "w\($0): { type: \(type), arguments: { name: w\($0) } }" }
      .joined(separator: "\n  ")
    let container = try container(text, journal: Journal()) { _ in
      all.arrive()
      try await all.opened()
    }
    try await container.start()
    try await container.stop()
  }

  @Test("each after all that waited for it, also by a provider")
  func order() async throws {
    let journal = Journal()
    let container = try container(
      "pool: { type: Client, arguments: { name: pool } }",
      "users: { type: Client, arguments: { name: users, needs: [!ref pool] } }",
      "jobs: { type: Calling, arguments: { name: jobs, job: !ref pool } }", journal: journal)
    for key in ["jobs", "users"] { _ = try container.resolve(key, as: Node.self) }
    try await container.stop()
    #expect(Set(journal.entries.prefix(4)) == ["users…", "users.", "jobs…", "jobs."])
    #expect(journal.entries.suffix(2) == ["pool…", "pool."])
  }

  @Test("what a factory may have resolved dynamically stops after it")
  func dynamicUser() async throws {
    let journal = Journal()
    let container = try container(
      "user: { type: Dynamic, arguments: { name: user } }",
      "pool: { type: Client, arguments: { name: pool } }", journal: journal)
    for key in ["pool", "user"] { _ = try container.resolve(key, as: Node.self) }
    try await container.stop()
    #expect(journal.entries == ["user…", "user.", "pool…", "pool."])
  }

  @Test("what resolves dynamically stops after what needs it, whatever was built first")
  func dynamicPool() async throws {
    let journal = Journal()
    let container = try container(
      "user: { type: Client, after: [pool], arguments: { name: user } }",
      "pool: { type: Dynamic, arguments: { name: pool } }",
      "other: { type: Client, arguments: { name: other } }", journal: journal)
    for key in ["other", "user", "pool"] { _ = try container.resolve(key, as: Node.self) }
    try await container.stop()
    #expect(journal.entries == ["user…", "user.", "pool…", "pool.", "other…", "other."])
  }

  @Test("a resolver of the container orders nothing in a scope")
  func inAScope() async throws {
    let both = Gate(opensAfter: 2)
    let catalog = FactoryCatalog("t") {
      Factory("Router", .resolver) { (_: Resolver) in Node("router") }
      Factory("Session", .service("router")) { (router: Node) in Node("session", [router]) }
        .onStop { _ in
          both.arrive()
          try await both.opened()
        }
    }
    let text = """
      scopes: [request]
      services:
        router: { type: Router }
        a: { type: Session, scope: request, arguments: { router: !ref router } }
        b: { type: Session, scope: request, arguments: { router: !ref router } }
      """
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    try await container.withScope("request") { scope in
      for key in ["a", "b"] { _ = try scope.resolve(key, as: Node.self) }
    }
  }

  @Test("a failed start is undone so, too")
  func rollBack() async throws {
    let (journal, both) = (Journal(), Gate(opensAfter: 2))
    let catalog = FactoryCatalog("t") {
      Factory("Client", .value("name")) { Node($0) }.onStop { _ in
        both.arrive()
        try await both.opened()
        journal.note("stopped")
      }
      Factory("Broken", .services("needs")) { (_: [Node]) throws -> Node in throw Broken() }
    }
    let text = """
      services:
        a: { type: Client, arguments: { name: a } }
        b: { type: Client, arguments: { name: b } }
        broken: { type: Broken, eager: true, arguments: { needs: [!ref a, !ref b] } }
      """
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    #expect(await codes { try await container.start() } == [.factoryFailed])
    #expect(journal.entries == ["stopped", "stopped"])
  }

  @Test("errors are in an order that no timing decides")
  func errors() async throws {
    for first in ["a", "b"] {
      let isOver = Gate()
      let catalog = FactoryCatalog("t") {
        Factory("Client", .value("name")) { Node($0) }.onStop { node in
          if node.name == first { isOver.open() } else { try await isOver.opened() }
          throw Broken()
        }
      }
      let text = """
        services:
          a: { type: Client, arguments: { name: a } }
          b: { type: Client, arguments: { name: b } }
        """
      let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
      for key in ["a", "b"] { _ = try container.resolve(key, as: Node.self) }
      #expect(
        await thrownMessages { try await container.stop() } == [
          "the stop hook of `a` failed: out of order", "the stop hook of `b` failed: out of order",
        ])
    }
  }
}
