@testable import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A program's layer over very many definitions and aliases")
struct LayeringTests {
  /// What a layer does to each alias below it.
  enum Statements: String, CaseIterable {
    case services, aliases, removals

    func statement(_ key: String) -> Statement {
      switch self {
      case .services:
        return Define(key, "Plain").definitions.statements[0]
      case .aliases:
        return .alias(Alias(key, of: "plain"))
      case .removals:
        return .removal(Said(text: key, location: SwiftLocation(fileID: "T/T.swift", line: 1)))
      }
    }
  }

  private func laid(
    _ statements: [Statement], over definitions: TestDefinitions
  ) -> (set: DefinitionSet, codes: [DiagnosticCode], steps: Int) {
    var set = definitions.set
    var collector = DiagnosticCollector()
    let meter = WorkMeter()
    WorkMeter.$current.withValue(meter) {
      set.lay(Definitions(statements), as: LayerName("top"), into: &collector)
    }
    return (set, collector.diagnostics.map(\.code), meter.steps)
  }

  @Test("thousands of aliases cost a few steps each", arguments: Statements.allCases)
  func manyAliases(_ kind: Statements) {
    let count = 3_000
    var definitions = TestDefinitions()
    definitions.define("plain", "Plain")
    for number in 0..<count { definitions.alias("a\(number)", of: "plain") }
    let laid = laid((0..<count).map { kind.statement("a\($0)") }, over: definitions)
    #expect(laid.codes == [])
    #expect(laid.set.aliases.count == (kind == .aliases ? count : 0))
    #expect(laid.set.definitions.count == (kind == .services ? count + 1 : 1))
    #expect(laid.set.removed.count == (kind == .removals ? count : 0))
    // Each is looked up once and cleared once.
    #expect((2 * count...3 * count).contains(laid.steps))
  }

  @Test("what a set says twice of a key is removed and replaced as a whole")
  func twice() {
    var definitions = TestDefinitions()
    for key in ["plain", "twice", "twice", "again", "again"] { definitions.define(key, "Plain") }
    for key in ["other", "other", "third", "third"] { definitions.alias(key, of: "plain") }
    let laid = laid(
      [
        Statements.removals.statement("other"), Statements.removals.statement("twice"),
        Statements.services.statement("third"), Statements.aliases.statement("again"),
      ], over: definitions)
    #expect(laid.codes == [])
    #expect(laid.set.definitions.map(\.key) == ["plain", "third"])
    #expect(laid.set.aliases.map(\.key) == ["again"])
  }
}
