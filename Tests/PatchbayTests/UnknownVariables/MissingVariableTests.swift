import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("What is missing from outside is named with what takes its place")
struct MissingVariableTests {
  private static func helps(
    _ text: String, variables: [String: String] = [:], overlay: String = "services: {}",
    parameters: String = "parameters: {}"
  ) throws -> [String] {
    let yaml = "\(parameters)\nservices: { a: { type: Shapes, arguments: { \(text) } } }"
    let error = try #require(throws: DiagnosticsError.self) {
      try ServiceConfiguration(.inline(yaml)).plan(
        variables: variables, overlays: [.inline(overlay)], catalog: .table)
    }
    return error.diagnostics.flatMap { $0.fixIts.map(\.message) + $0.notes }
  }

  @Test("A variable that only the default of another one reads is needed unless that is set")
  func alternatives() throws {
    let nested = "words: ['$(env:KEY:-$(env:KEY_FILE))']"
    #expect(try Self.helps(nested) == ["set it, or `KEY`, whose default reads it"])
    // Elsewhere it is needed in any case.
    let both = "words: ['$(env:KEY:-$(env:KEY_FILE))', '$(env:KEY_FILE)']"
    let always = ["set it, or give a default: `$(env:KEY_FILE:-default)`"]
    #expect(try Self.helps(both) == always)
    // So is one that a parameter reads, which may be used elsewhere, too.
    let parameter = "parameters: { p: $(env:KEY_FILE) }"
    let used = "words: ['$(env:KEY:-$(p))', '$(p)']"
    #expect(try Self.helps(used, parameters: parameter) == always)
  }

  @Test("Several are one block in the terminal and in a log, and one diagnostic each elsewhere")
  func block() throws {
    let yaml = """
      services:
        a: { type: Values, arguments: { count: $(env:POOL_SIZE), text: $(env:PASSWORD) } }
        b: { type: Shapes, arguments: { words: ['$(env:KEY:-$(env:KEY_FILE))'] } }
        c: { type: Unknown }
      """
    let error = try #require(throws: DiagnosticsError.self) {
      try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "s.yaml"))
        .plan(variables: ["PASSWORD": ""], catalog: .table)
    }
    #expect(error.diagnostics.count == 4)
    let rows = """
        POOL_SIZE  a whole number     the argument `count` of `a` (s.yaml:2:42)
        PASSWORD   a text, not empty  the argument `text` of `a` (s.yaml:2:66)
        KEY_FILE   a text             the argument `words` of `b` (s.yaml:3:55)
      """
    #expect(
      TerminalRenderer().render(error.diagnostics).hasPrefix(
        """
        error[missing-environment-variable]: 3 environment variables are missing
        \(rows)
        help: `POOL_SIZE`: set it, or give a default: `$(env:POOL_SIZE:-default)`

        """))
    #expect(
      "\(error)" == """
        error: 3 environment variables are missing [missing-environment-variable]
        \(rows)
        s.yaml:4:14: error: no factory is registered for the type name 'Unknown' [unknown-type]
        """)
  }

  @Test("A block has as many rows as a report has diagnostics, and one help for all")
  func manyRows() throws {
    let words = (1...150).map { "'$(env:V\($0))'" }.joined(separator: ", ")
    let yaml = "services: { b: { type: Shapes, arguments: { words: [\(words)] } } }"
    let error = try #require(throws: DiagnosticsError.self) {
      try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "s.yaml")).plan(catalog: .table)
    }
    let lines = "\(error)".split(separator: "\n")
    #expect(lines.count == 102)
    #expect(
      lines[0] == "error: 150 environment variables are missing [missing-environment-variable]")
    #expect(lines[101] == "  and 50 more")
    let report = TerminalRenderer().render(error.diagnostics)
    let help = "help: set it, or give a default: `$(env:NAME:-default)`"
    #expect(report.split(separator: "\n").filter { $0.hasPrefix("help") } == [Substring(help)])
  }

  @Test("and `env` says so", arguments: ["table", "json", "dotenv"])
  func env(_ format: String) async {
    let result = Guarded("")
    let yaml =
      "services: { a: { type: Shapes, arguments: { words: ['$(env:KEY:-$(env:FILE))'] } } }"
    let command = PatchbayCommand(
      "app", catalog: .table, configuration: .bytes(Array(yaml.utf8), name: "services.yaml"),
      variables: [:],
      output: CommandOutput(result: { text in result.withLock { $0 += text } }, problem: { _ in }))
    #expect(await command.run(["env", "--format", format]) == 0)
    let text = result.withLock { $0 }
    let row = #""name": "FILE", "needed": true, "unless": ["KEY"]"#
    #expect(text.contains(format == "json" ? row : "needed unless `KEY` is set"), "\(text)")
    #expect(await command.run(["config", "--format", "json"]) == 0)
    #expect(result.withLock { $0 }.replacing(/\s+/, with: " ").contains(row))
  }

  @Test("An empty file is no secret, and an empty text otherwise")
  func emptyFile() throws {
    let folder = try TemporaryFolder([
      "empty.txt": "\n",
      "services.yaml": "services: { a: { type: Values, arguments: { text: $(file:empty.txt) } } }",
      "secret.yaml":
        "services: { a: { type: Values, arguments: { text: !secret $(file:empty.txt) } } }",
    ])
    func plan(_ name: String) throws -> Plan {
      try ServiceConfiguration(.init(path: folder.file(name))).plan(catalog: .table)
    }
    _ = try plan("services.yaml")
    let error = try #require(throws: DiagnosticsError.self) { try plan("secret.yaml") }
    #expect(error.codes == [.unreadableFile])
    #expect(
      error.diagnostics.map(\.message) == [
        "`empty.txt` cannot be read: it is empty, and a secret is not"
      ])
  }

  @Test("What a variable lists is added to nothing, as it is split after the layers are merged")
  func splitLater() throws {
    let note =
      "the text of a variable is split after the layers are merged: it can be the whole list only"
    func overlay(_ value: String) -> String {
      "services: { a: { arguments: { words: !append \(value) } } }"
    }
    let variables = ["L": "a,b"]
    #expect(
      try Self.helps("words: $(env:L)", variables: variables, overlay: overlay("[z]"))
        .contains(note))
    #expect(
      try Self.helps("words: [z]", variables: variables, overlay: overlay("$(env:L)"))
        .contains(note))
  }
}
