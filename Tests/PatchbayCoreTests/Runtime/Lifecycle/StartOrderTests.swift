import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

/// Services of a worker: clients whose start takes a while, workers that reach others by every kind of handle, and what
/// they use for a job.
private func catalog(_ journal: Journal) -> FactoryCatalog {
  @Sendable func begin(_ node: Node) async throws {
    journal.note(node.name)
    try await Gate().opened()
  }
  return FactoryCatalog("t") {
    Factory("Client", .value("name"), .services("needs")) { Node($0, $1) }
      .onStart { node in
        // What does not wait for it begins meanwhile.
        for _ in 0..<20 { await Task.yield() }
        journal.note(node.name)
      }
    Factory("Tool", .value("name"), .services("needs")) { Node($0, $1) }
    Factory("Dynamic", .value("name"), .resolver) { (name: String, _: Resolver) in Node(name) }
    Factory("DynamicClient", .value("name"), .resolver) { (name: String, _: Resolver) in Node(name)
    }
    .onStart { node in
      for _ in 0..<20 { await Task.yield() }
      journal.note(node.name)
    }
    Factory("Worker", .value("name"), .resolver) { (name: String, _: Resolver) in Node(name) }
      .onRun(begin)
    Factory("Calling", .value("name"), .provider("job")) { (name: String, _: Provider<Node>) in
      Node(name)
    }.onRun(begin)
    Factory("Waiting", .value("name"), .lazy("job")) { (name: String, _: Lazy<Node>) in Node(name) }
      .onRun(begin)
    Factory("Loop", .value("name"), .service("job")) { (name: String, job: Node) in
      Node(name, [job])
    }
    .onRun(begin)
  }
}

@Suite("A worker starts after what its jobs need", .timeLimit(.minutes(15)))
struct StartOrderTests {
  static let database = "database: { type: Client, arguments: { name: database } }"

  /// Starts a container; returns the services in the order in which they have started or begun to run, and what each
  /// has waited for.
  private func start(
    _ services: String...
  ) async throws -> (begun: [String], waitedFor: [String: [String]]) {
    let journal = Journal()
    let text = "scopes: [job]\nservices:\n" + services.map { "  \($0)\n" }.joined()
    let plan = try ServiceConfiguration(.inline(text)).plan(catalog: catalog(journal))
    let container = Container(plan)
    let report = try await container.start()
    try await container.stop()
    return (
      journal.entries,
      Dictionary(uniqueKeysWithValues: report.services.map { ($0.key, $0.waits) })
    )
  }

  @Test(
    "by a resolver, a provider, or a lazy handle, also through what no start builds",
    arguments: [
      ("worker: { type: Worker, arguments: { name: worker } }", ["all others"]),
      ("worker: { type: Calling, arguments: { name: worker, job: !ref database } }", ["database"]),
      ("worker: { type: Waiting, arguments: { name: worker, job: !ref database } }", ["database"]),
      (
        """
        worker: { type: Calling, arguments: { name: worker, job: !ref handler } }
          handler: { type: Tool, scope: job, arguments: { name: handler, needs: [!ref database] } }
        """, ["database"]
      ),
      (
        """
        worker: { type: Calling, arguments: { name: worker, job: !ref handler } }
          handler: { type: Dynamic, scope: job, arguments: { name: handler } }
        """, ["all others"]
      ),
      (
        """
        worker: { type: Loop, arguments: { name: worker, job: !ref api } }
          api: { type: Dynamic, arguments: { name: api } }
        """, ["all others"]
      ),
    ])
  func afterTheDatabase(_ worker: String, _ waitedFor: [String]) async throws {
    let started = try await start(worker, Self.database)
    #expect(started.begun == ["database", "worker"])
    #expect(started.waitedFor == ["worker": waitedFor, "database": []])
  }

  @Test("two workers with a resolver wait for the rest, and not for each other")
  func twoWorkers() async throws {
    let started = try await start(
      "one: { type: Worker, arguments: { name: one } }", Self.database,
      "two: { type: Worker, arguments: { name: two } }")
    #expect(started.begun.first == "database")
    #expect(
      started.waitedFor == ["one": ["all others"], "two": ["all others"], "database": []])
  }

  @Test("a pool with a resolver starts before the worker that reaches it by a provider")
  func aDynamicPool() async throws {
    let started = try await start(
      "worker: { type: Calling, arguments: { name: worker, job: !ref pool } }",
      "pool: { type: DynamicClient, arguments: { name: pool } }", Self.database)
    #expect(started.begun == ["database", "pool", "worker"])
    #expect(started.waitedFor["worker"] == ["pool"])
  }

  @Test("`after` turns either round")
  func after() async throws {
    let resolver = try await start(
      "worker: { type: Worker, arguments: { name: worker } }",
      "database: { type: Client, after: [worker], arguments: { name: database } }")
    #expect(resolver.begun == ["worker", "database"])
    let provider = try await start(
      "worker: { type: Calling, arguments: { name: worker, job: !ref database } }",
      "database: { type: Client, after: [worker], arguments: { name: database } }")
    #expect(provider.begun == ["worker", "database"])
  }

  @Test("two that reach each other by providers start in the order of nothing else")
  func aCycleOfProviders() async throws {
    let started = try await start(
      "one: { type: Calling, arguments: { name: one, job: !ref two } }",
      "two: { type: Calling, arguments: { name: two, job: !ref one } }")
    #expect(started.waitedFor == ["one": [], "two": []])
  }

  @Test("in a scope, those of the scope are ordered so")
  func inAScope() async throws {
    let journal = Journal()
    let text = """
      scopes: [job]
      services:
        dynamic: { type: DynamicClient, scope: job, arguments: { name: dynamic } }
        client: { type: Client, scope: job, arguments: { name: client } }
      """
    let plan = try ServiceConfiguration(.inline(text)).plan(catalog: catalog(journal))
    try await Container(plan).withScope("job") { _ in }
    #expect(journal.entries == ["client", "dynamic"])
  }

  @Test("a parent's services do not count")
  func child() async throws {
    let journal = Journal()
    let parent = try ServiceConfiguration(
      .inline("services:\n  dynamic: { type: Dynamic, arguments: { name: dynamic } }")
    ).plan(catalog: catalog(journal))
    let text = """
      services:
        loop: { type: Loop, arguments: { name: loop, job: !ref dynamic } }
        client: { type: Client, arguments: { name: client } }
      """
    let plan = try ServiceConfiguration(.inline(text)).plan(
      parent: parent, catalog: catalog(journal))
    let container = Container(plan)
    let report = try await container.start()
    #expect(report.services.allSatisfy { $0.waits.isEmpty })
    try await container.stop()
  }

  @Test("with the database down, no job is taken, and its attempts go on")
  func databaseDown() async throws {
    let (journal, attempts) = (Journal(), Counter())
    let catalog = FactoryCatalog("t") {
      Factory("Database") { Node("database") }.onStart { _ in
        if attempts.increment() < 3 { throw Broken() }
        journal.note("connected")
      }
      Factory("Worker", .resolver) { (resolver: Resolver) in resolver }.onRun { resolver in
        try await resolver.withScope("job") { _ in journal.note("job") }
        try await Gate().opened()
      }
    }
    let text = """
      scopes: [job]
      services:
        worker: { type: Worker }
        database: { type: Database, retry: { attempts: 5, pause: 1ms } }
      """
    let container = Container(try ServiceConfiguration(.inline(text)).plan(catalog: catalog))
    try await container.start()
    try await container.stop()
    #expect(attempts.value == 3)
    #expect(journal.entries == ["connected", "job"])
  }
}
