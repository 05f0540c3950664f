import Patchbay
import Testing

@Suite("Behaviours: cycles")
struct CycleBehaviours {
  /// Services that each own the next: the way that the plan's error shows, step by step.
  private func way(_ owners: KeyValuePairs<String, String>, more: String = "") -> [String] {
    let lines = owners.map { "  \($0): { type: Owner, arguments: { part: !ref \($1) } }" }
    let error = #expect(throws: DiagnosticsError.self) {
      try Container("services:\n\(lines.joined(separator: "\n"))\n\(more)", .parts())
    }
    #expect(error?.codes == [.dependencyCycle])
    return error?.diagnostics.first?.labels.map(\.message) ?? []
  }

  @Test("B28: a service that depends on itself is an error of the plan")
  func itself() { #expect(way(["a": "a"]) == ["`a` needs itself"]) }

  @Test("B29: two services that depend on each other are an error of the plan with the path")
  func eachOther() {
    #expect(
      way(["a": "b", "b": "a"]) == ["1. `a` needs `b`", "2. `b` needs `a`, closing the cycle"])
  }

  @Test("B30: the path of a cycle contains only the cycle, not the services that lead to it")
  func enteredFromOutside() {
    #expect(
      way(["t": "a", "a": "b", "b": "c", "c": "a"])
        == ["1. `a` needs `b`", "2. `b` needs `c`", "3. `c` needs `a`, closing the cycle"])
  }

  @Test("B31: a cycle is found through an alias")
  func throughAnAlias() {
    #expect(!way(["a": "other"], more: "  other: { alias: a }").isEmpty)
  }

  @Test("B32: a cycle that only factories know is an error of the request, not a deadlock")
  func hiddenInAFactory() throws {
    let container = try Container(
      """
      services:
        a: { type: Hasty, arguments: { part: !ref b } }
        b: { type: Hasty, arguments: { part: !ref a } }
      """, .parts())
    let error = #expect(throws: DiagnosticsError.self) { try container.part("a") }
    #expect(error?.codes == [.reentrantResolution])
    #expect(
      error?.diagnostics.first?.message == "the factories of `a` and `b` wait for each other")
  }

  @Test("B33: a cycle through a provider is allowed, and the provider returns the same instance")
  func throughAProvider() throws {
    let container = try Container(
      """
      services:
        late: { type: Late, arguments: { needs: !ref needs } }
        needs: { type: Needs, arguments: { late: !ref late } }
      """, Self.late)
    let needs = try container.resolve("needs", as: Needs.self)
    #expect(try needs.late.needs() === needs)
    #expect(try container.resolve("late", as: Late.self) === needs.late)
  }

  private final class Late: Sendable {
    let needs: Provider<Needs>
    init(_ needs: Provider<Needs>) { self.needs = needs }
  }

  private final class Needs: Sendable {
    let late: Late
    init(_ late: Late) { self.late = late }
  }

  private static let late = FactoryCatalog("late") {
    Factory("Late", .provider("needs"), make: Late.init)
    Factory("Needs", .service("late"), make: Needs.init)
  }
}
