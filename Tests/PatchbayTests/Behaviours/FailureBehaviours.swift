import Patchbay
import Testing

@Suite("Behaviours: errors of factories")
struct FailureBehaviours {
  private let journal = Journal()
  private let switches = Switches()

  private func container() throws -> Container {
    try Container(
      """
      services:
        a: { type: Tool, arguments: { name: a, parts: [!ref b] } }
        b: { type: Tool, arguments: { name: b, parts: [!ref c] } }
        c: { type: Tool, arguments: { name: c, parts: [] } }
      """, .parts(journal, switches))
  }

  @Test("B34: the error that a factory throws is part of the request's error, with the requester")
  func wrapped() throws {
    switches.turnOn("make c")
    let error = #expect(throws: DiagnosticsError.self) { try container().part("a") }
    #expect(error?.codes == [.factoryFailed])
    #expect(error?.underlying as? OutOfStock == OutOfStock())
    #expect(error?.diagnostics.first?.message == "the factory of `c` failed: out of stock")
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["a", "b", "c"])
  }

  @Test("B35: a failure is not cached: the next request tries again")
  func notRemembered() throws {
    let container = try container()
    switches.turnOn("make c")
    #expect(throws: DiagnosticsError.self) { try container.part("c") }
    switches.turnOff("make c")
    #expect(try container.part("c").name == "c")
    #expect(journal.entries == ["make c", "make c"])
  }

  @Test("B36: if a dependency cannot be built, no instance of its dependents is kept")
  func nothingHalfBuilt() throws {
    let container = try container()
    switches.turnOn("make b")
    #expect(throws: DiagnosticsError.self) { try container.part("a") }
    #expect(journal.count(of: "make a") == 0)
    switches.turnOff("make b")
    let a = try container.part("a")
    #expect(try container.part("b") === a.inputs[0])
    #expect(journal.entries == ["make c", "make b", "make b", "make a"])
  }

  @Test("B37: services built before a failure stay, and are stopped once, at the end")
  func builtBeforeStays() async throws {
    let container = try container()
    switches.turnOn("make a")
    #expect(throws: DiagnosticsError.self) { try container.part("a") }
    let b = try container.part("b")
    #expect(journal.takeEntries() == ["make c", "make b", "make a"])
    switches.turnOff("make a")
    #expect(try container.part("a").inputs[0] === b)
    try await container.stop()
    #expect(journal.entries == ["make a", "stop a", "stop b", "stop c"])
  }

  @Test("B62: all errors are reported at once, each with its service")
  func everythingAtOnce() {
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        """
        services:
          good: { type: Part }
          nowhere: { type: Owner, arguments: { part: !ref nobody } }
          better: { type: Owner, arguments: { part: !ref good } }
          unknown: { type: Prat }
          wrong: { type: Ticket, arguments: { number: many } }
        """, .parts())
    }
    #expect(error?.codes == [.unknownService, .unknownType, .argumentType])
    for (diagnostic, key) in zip(error?.diagnostics ?? [], ["nowhere", "unknown", "wrong"]) {
      let texts = [diagnostic.message] + diagnostic.labels.map(\.message)
      #expect(texts.contains { $0.contains("`\(key)`") }, "\(texts)")
    }
  }
}
