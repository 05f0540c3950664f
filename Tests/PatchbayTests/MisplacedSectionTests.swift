import Patchbay
import PatchbayDiagnostics
import Testing

@Suite("A section that is written next to its environment")
struct MisplacedSectionTests {
  /// Indented under what is in the line of its environment, it would be no YAML.
  @Test(
    "is not moved where something follows the name of the environment",
    arguments: [
      "{}", "~", "null", "!secret", "&empty", "*base", "{ services: { a: { scope: graph } } }",
      "{ services:\n    { a: { scope: graph } } }",
    ])
  func isNotMoved(value: String) throws {
    let fixes = try fixes(value)
    #expect(fixes.contains { $0.message == "indent it under `test`" })
    #expect(fixes.allSatisfy { $0.edits.isEmpty })
  }

  @Test("is moved where a comment follows", arguments: ["", "  # small"])
  func isMoved(comment: String) throws {
    #expect(try fixes(comment).contains { !$0.edits.isEmpty && $0.isCertain })
  }

  private func fixes(_ value: String) throws -> [Diagnostic.FixIt] {
    let text = """
      parameters: { size: 1, more: 2 }
      services:
        a: { type: Green }
      environments:
        base: &base
          services:
            a: { scope: graph }
        test: \(value)
        parameters: { size: 3 }
      """
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration(.inline(text)).plan(
        environment: "test", catalog: FactoryCatalog("t") {})
    }
    return error?.diagnostics.flatMap(\.fixIts) ?? []
  }
}
