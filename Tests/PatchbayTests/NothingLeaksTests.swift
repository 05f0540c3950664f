import Foundation
import Patchbay
import PatchbayCommand
import Testing

@Suite("Secrets and values from the environment are in no output, nor do escapes reach a terminal")
struct NothingLeaksTests {
  /// Every text that a user may see of these diagnostics.
  private static func outputs(_ diagnostics: [Diagnostic]) -> [String] {
    [
      TerminalRenderer(limit: .max).render(diagnostics),
      OneLineRenderer(limit: .max).render(diagnostics),
      JSONRenderer(limit: .max).render(diagnostics),
      SARIFRenderer().render(diagnostics),
      CIReport.gitHub(diagnostics, limit: .max),
    ] + FixItApplier(diagnostics).applied.map { TerminalRenderer().render($0) }
  }

  @Test("of any golden", arguments: GoldenCase.all)
  func goldens(_ golden: GoldenCase) async {
    // What the goldens mark as secret, or hand in as a variable.
    for output in Self.outputs(await golden.findings()) {
      #expect(!output.contains("hunter2"))
      #expect(Self.isInert(output))
    }
  }

  /// `secrets` has `hunter2` in each place where it must not be shown, next to an error.
  @Test("of any case of the tables")
  func table() throws {
    for table in TableCase.topics.flatMap(TableCase.cases) {
      let temporary = try TemporaryFolder()
      let folder = temporary.url
      let diagnostics = try TableSetup(table).diagnostics(in: folder)
      for output in Self.outputs(diagnostics) {
        #expect(Self.isInert(output), "\(table)")
        // Without its first letter, which an escape may take.
        #expect(!output.contains("unter2"), "\(table): \(output)")
      }
    }
  }

  /// Whether nothing in a text acts on a terminal.
  private static func isInert(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      if scalar == "\n" { return true }
      return switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      case .format: scalar.value == 0x200C || scalar.value == 0x200D
      default: true
      }
    }
  }

  @Test("nor in a suggestion that comes near to it")
  func suggestions() throws {
    for arguments in ["level: !secret debgu", "level: $(env:VALUE)"] {
      let yaml = "services: { v: { type: Shapes, arguments: { \(arguments) } } }"
      var collector = DiagnosticCollector()
      let definitions = try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "s.yaml"))
        .definitions(variables: Variables(["VALUE": "debgu"]), into: &collector)
      _ = Plan.checking(definitions, catalog: .table, into: &collector)
      #expect(collector.diagnostics.map(\.code) == [.argumentType])
      #expect(collector.diagnostics.flatMap(\.fixIts).isEmpty)
    }
  }
}
