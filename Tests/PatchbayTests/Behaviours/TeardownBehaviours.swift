import Dispatch
import Patchbay
import Testing

@Suite("Behaviours: stopping containers and closing scopes")
struct TeardownBehaviours {
  private let journal = Journal()
  private let switches = Switches()

  private func tool(_ key: String, _ parts: String...) -> String {
    let list = parts.map { "!ref \($0)" }.joined(separator: ", ")
    return "  \(key): { type: Tool, arguments: { name: \(key), parts: [\(list)] } }\n"
  }

  private func container(_ services: String...) throws -> Container {
    try Container("services:\n" + services.joined(), .parts(journal, switches))
  }

  @Test("B38: services stop before what they need, and independent ones at the same time")
  func beforeWhatTheyNeed() async throws {
    let container = try container(tool("a"), tool("b", "a"), tool("c", "b"), tool("d", "c"))
    _ = try container.part("d")
    _ = journal.takeEntries()
    try await container.stop()
    #expect(journal.entries == ["stop d", "stop c", "stop b", "stop a"])
  }

  @Test("B39: a scope stops its own services, but no singletons and no transients")
  func ofAScope() async throws {
    let container = try Container(
      """
      scopes: [job]
      services:
        single: { type: Tool, arguments: { name: single, parts: [] } }
        scoped: { type: Tool, scope: job, arguments: { name: scoped, parts: [!ref single] } }
        fresh: { type: Part, scope: transient }
      """, .parts(journal))
    try await container.withScope("job") { job in
      _ = try job.part("scoped")
      _ = try job.part("fresh")
      _ = try job.part("fresh")
    }
    #expect(journal.takeEntries().filter { $0.hasPrefix("stop") } == ["stop scoped"])
    #expect(try container.part("single").name == "single")
    try await container.stop()
    #expect(journal.entries == ["stop single"])
  }

  @Test("B40: closing an inner scope does not affect the services of the outer one")
  func innerScope() async throws {
    let container = try Container(
      """
      scopes: [session, job]
      services:
        cart: { type: Tool, scope: session, arguments: { name: cart, parts: [] } }
        sheet: { type: Tool, scope: job, arguments: { name: sheet, parts: [!ref cart] } }
      """, .parts(journal))
    try await container.withScope("session") { session in
      let cart = try session.part("cart")
      try await container.withScope("job") { job in _ = try job.part("sheet") }
      #expect(journal.takeEntries() == ["make cart", "make sheet", "stop sheet"])
      #expect(try session.part("cart") === cart)
    }
    #expect(journal.entries == ["stop cart"])
  }

  @Test("B41: an instance that the program provides is never stopped, and its hooks are refused")
  func handedIn() async throws {
    let own = Part("own")
    let container = try Container(catalog: .parts(journal)) {
      Provide("own", instance: own)
      Define("tool", "Tool").argument("name", "tool").argument("parts", [.reference("own")])
    }
    _ = try container.part("tool")
    try await container.stop()
    #expect(journal.entries == ["make tool", "stop tool"])
    let error = #expect(throws: DiagnosticsError.self) {
      try Container { Provide("own", instance: own).onStop { _ in } }
    }
    #expect(error?.codes == [.unreachableHook])
  }

  @Test("B42: a service that a factory built is stopped once")
  func once() async throws {
    let container = try container(tool("a"))
    _ = try container.part("a")
    _ = try container.part("a")
    try await container.stop()
    #expect(journal.entries == ["make a", "stop a"])
  }

  @Test("B43: a stopped container resolves nothing and opens no scope: a typed error")
  func afterTheEnd() async throws {
    let container = try Container(
      """
      scopes: [job]
      services:
        a: { type: Tool, arguments: { name: a, parts: [] } }
        b: { type: Part, scope: transient }
      """, .parts(journal))
    _ = try container.part("a")
    try await container.stop()
    for key in ["a", "b"] {
      let error = #expect(throws: DiagnosticsError.self) { try container.part(key) }
      #expect(error?.codes == [.containerShutDown])
    }
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.openScope("job")
    }
    #expect(error?.codes == [.containerShutDown])
  }

  @Test("B44: stopping a container closes its scopes and its children: a typed error")
  func whatIsLeft() async throws {
    let container = try Container(
      "{ scopes: [job], services: { a: { type: Part }, b: { type: Part, scope: job } } }",
      .parts(journal))
    let job = try await container.openScope("job")
    _ = try job.part("b")
    let child = try Container(parent: container, catalog: .parts(journal)) {
      Define("c", "Part")
    }
    _ = try child.part("c")
    try await container.stop()
    for key in ["a", "b"] {
      let error = #expect(throws: DiagnosticsError.self) { try job.part(key) }
      #expect(error?.codes == [.containerShutDown])
    }
    for key in ["a", "c"] {
      let error = #expect(throws: DiagnosticsError.self) { try child.part(key) }
      #expect(error?.codes == [.containerShutDown])
    }
  }

  @Test("B45: a closed scope resolves nothing, and the container continues to work")
  func afterAScope() async throws {
    let container = try Container(
      "{ scopes: [job], services: { a: { type: Part }, b: { type: Part, scope: job } } }",
      .parts(journal))
    let job = try await container.openScope("job")
    _ = try job.part("b")
    try await job.close()
    // A second one does nothing.
    try await job.close()
    for key in ["a", "b"] {
      let error = #expect(throws: DiagnosticsError.self) { try job.part(key) }
      #expect(error?.codes == [.scopeClosed])
    }
    #expect(try container.part("a").name == "part")
  }

  @Test(
    "B46: a second stop does nothing, even if a stop hook calls it", .timeLimit(.minutes(15)))
  func twice() async throws {
    let catalog = FactoryCatalog("own") {
      Factory("Own") { Part("own") }
        .onStop { [journal, switches] _ in
          journal.note("stop")
          try await switches.container?.stop()
        }
    }
    let container = try Container("services: { own: { type: Own } }", catalog)
    switches.container = container
    _ = try container.part("own")
    try await container.stop()
    try await container.stop()
    switches.container = nil
    #expect(journal.entries == ["stop"])
  }

  @Test(
    "B47: a factory that stops its container fails with a typed error, and its product is stopped",
    .timeLimit(.minutes(15)))
  func withinAFactory() async throws {
    let isStopped = Gate()
    let catalog = FactoryCatalog("own") {
      Factory(async: "Own") { [journal, switches] () async throws -> Part in
        journal.note("make")
        try await switches.container?.stop()
        return Part("own")
      }
      .onStop { [journal] _ in
        journal.note("stop")
        isStopped.open()
      }
    }
    let container = try Container("services: { own: { type: Own } }", catalog)
    switches.container = container
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.resolve(awaiting: ServiceKey<Part>("own"))
    }
    switches.container = nil
    #expect(error?.codes == [.containerShutDown])
    // What comes too late is stopped by a task of its own.
    try await isStopped.opened()
    #expect(journal.entries == ["make", "stop"])
  }

  @Test("B48: if a stop hook throws, the others still run, and all errors are reported")
  func oneThrows() async throws {
    let container = try container(tool("a"), tool("b", "a"), tool("c", "b"), tool("d", "c"))
    _ = try container.part("d")
    _ = journal.takeEntries()
    switches.turnOn("stop b")
    switches.turnOn("stop d")
    let error = await #expect(throws: DiagnosticsError.self) { try await container.stop() }
    #expect(error?.codes == [.stopFailed, .stopFailed])
    #expect(journal.entries == ["stop d", "stop c", "stop b", "stop a"])
  }
}
