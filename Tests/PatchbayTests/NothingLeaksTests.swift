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

  @Test("of any case of the table, with a terminal's colours neither")
  func table() throws {
    for table in TableCase.topics.flatMap(TableCase.cases) {
      let temporary = try TemporaryFolder()
      let folder = temporary.url
      let diagnostics = try TableSetup(table).diagnostics(in: folder)
      for output in Self.outputs(diagnostics) { #expect(Self.isInert(output), "\(table)") }
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

  private static let secret = "hunter2"

  /// Configurations that have `hunter2` where it must not be shown, and mistakes around it.
  static let leaky: [(name: String, yaml: String)] = [
    (
      "of the wrong type",
      "services: { v: { type: Values, arguments: { count: !secret hunter2 } } }"
    ),
    ("in a list", "services: { v: { type: Values, arguments: { count: !secret [hunter2] } } }"),
    (
      "through a parameter",
      "parameters: { p: !secret hunter2 }\nservices: { v: { type: Values, arguments: { count: $(p) } } }"
    ),
    (
      "inside a text",
      "parameters: { p: !secret hunter2 }\nservices: { v: { type: Values, arguments: { wait: x$(p) } } }"
    ),
    ("in an enum", "services: { v: { type: Shapes, arguments: { level: !secret hunter2 } } }"),
    (
      "inside a text after a variable",
      "parameters: { p: !secret hunter2 }\nservices: { v: { type: Values, arguments: { wait: $(env:N:-x)$(p) } } }"
    ),
    (
      "inside a text of another parameter",
      "parameters: { p: !secret hunter2, q: x$(p) }\nservices: { v: { type: Values, arguments: { wait: $(q) } } }"
    ),
    (
      "under a name that a parameter is used for",
      "parameters: { p: hunter2 }\nservices: { v: { type: Shapes, arguments: { sizes: { token: $(p) } } } }"
    ),
    (
      "in a path that names no file",
      "parameters: { p: !secret hunter2 }\nservices: { v: { type: Values, arguments: { text: $(file:$(p)) } } }"
    ),
    (
      "in a reference that cannot be read",
      "services: { v: { type: Values, arguments: { text: !secret '$(hunter2' } } }"
    ),
    (
      "in a reference with a name that cannot be one",
      "services: { v: { type: Values, arguments: { text: !secret '$(hunter2 x)' } } }"
    ),
    ("in braces", "services: { v: { type: Values, arguments: { text: !secret '${hunter2}' } } }"),
    (
      "in a path",
      "parameters: { p: !secret hunter2 }\nservices: { v: { type: Values, arguments: { count: $(path:$(p)) } } }"
    ),
    ("where a service is", "services: { v: { type: One, arguments: { leaf: !secret hunter2 } } }"),
    ("in a type", "services: { v: { type: !secret hunter2 } }"),
    ("in a scope", "services: { v: { type: Green, scope: !secret hunter2 } }"),
    ("in a description", "services: { v: { type: Grean, description: !secret hunter2 } }"),
    ("in a duration", "services: { v: { type: Green, timeouts: { start: !secret hunter2 } } }"),
    ("before a syntax error", "a: !secret hunter2\nb: @x"),
    ("that is a syntax error", "a: !secret @hunter2"),
    ("with a second colon", "a: !secret hunter2: x: y"),
    ("in quotes that never close", "a: !secret \"hunter2"),
    (
      "in a block",
      "services:\n  v:\n    type: Values\n    arguments:\n      count: !secret |\n        hunter2"
    ),
    ("as an alias", "a: !secret &hunter2 x\nb: !secret *hunter3"),
    ("without its mark", "parameters: { db.password: hunter2 }\nservices: { a: { type: Green } }"),
    (
      "from the environment",
      "services: { v: { type: Values, arguments: { count: $(env:VALUE) } } }"
    ),
    ("from it in an enum", "services: { v: { type: Shapes, arguments: { level: $(env:VALUE) } } }"),
    ("from it in a text", "services: { v: { type: Values, arguments: { wait: 1$(env:VALUE) } } }"),
    ("from it in a scope", "services: { v: { type: Green, scope: $(env:VALUE) } }"),
    ("from it in a flag", "services: { v: { type: Green, eager: $(env:VALUE) } }"),
    ("from it in a duration", "services: { v: { type: Green, timeouts: { stop: $(env:VALUE) } } }"),
    (
      "from it in a priority",
      "services: { v: { type: Green, tags: { t: { priority: $(env:VALUE) } } } }"
    ),
    (
      "from it in a message",
      "services: { v: { type: Green, deprecated: $(env:VALUE) }, w: { type: One, arguments: { leaf: !ref v } } }"
    ),
    (
      "from it where a service is",
      "services: { v: { type: One, arguments: { leaf: $(env:VALUE) } } }"
    ),
    (
      "from it as a path",
      "services: { v: { type: Values, arguments: { text: $(file:$(env:VALUE)) } } }"
    ),
    (
      "from it in a list",
      "services: { v: { type: Shapes, arguments: { words: [[$(env:VALUE)]] } } }"
    ),
  ]

  @Test("where they are", arguments: leaky.map(\.name))
  func secrets(_ name: String) throws {
    let yaml = try #require(Self.leaky.first { $0.name == name }?.yaml)
    var collector = DiagnosticCollector()
    do throws(DiagnosticsError) {
      let source = ConfigurationSource.bytes(Array(yaml.utf8), name: "Config/services.yaml")
      let configuration = try ServiceConfiguration(source)
      let definitions = configuration.definitions(
        variables: Variables(["VALUE": Self.secret]), into: &collector)
      _ = Plan.checking(definitions, catalog: .table, into: &collector)
    } catch {
      for diagnostic in error.diagnostics { collector.add(diagnostic) }
    }
    #expect(!collector.diagnostics.isEmpty)
    for output in Self.outputs(collector.diagnostics) {
      #expect(!output.contains(Self.secret), Comment(rawValue: output))
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
