import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("Answers about a configuration")
struct AnswerTests {
  /// Texts that mean something to a terminal, or to a reader of one of the formats.
  private static let texts = [
    "\u{1B}[2J\u{1B}]0;x\u{7}", "a\nb", "\r", "\t", "\u{202E}txt", "\u{2028}", "\u{0}", "<script>",
    "\"]", "'\"\\", "\\N\\l", "&lt;", "%%{init}%%", "end", "`x` | y |", "# c", "$(rm)x", "{{ x }}",
    "!ref a", "- a: b", "a\"\u{301}", "\\\u{301}", "\u{FFFE}", "😀e\u{301}",
  ]

  private static let hostile: String = {
    // `$(` begins a reference, unless it is doubled.
    let quoted = texts.map { $0.quotedForYAML.replacing("$(", with: "$$(") }
    let services = quoted.enumerated().map { index, text in
      """
        s\(index):
          type: Plain
          description: \(text)
          deprecated: \(text)
          tags: { \(text.replacing("$$(", with: "$(")): { note: \(text) } }
          arguments: { ending: \(text) }

      """
    }
    return """
      parameters:
        all: { \(quoted.enumerated().map { "p\($0): \($1)" }.joined(separator: ", ")) }
        keys: { \(quoted.enumerated().map { "\"x\($0)\": \($1)" }.joined(separator: ", ")) }
      services:
      \(services.joined())
      """
  }()

  @Test("have one row for each part")
  func rows() async {
    for (kind, count) in [("services", Self.texts.count), ("parameters", 2 * Self.texts.count)] {
      let outcome = await run("list", kind, services: Self.hostile)
      #expect(outcome.result.split(separator: "\n").count == count + 1)
    }
    let tags = await run("list", "tags", "--format", "names", services: Self.hostile)
    #expect(tags.result.split(separator: "\n").count == Self.texts.count)
  }

  @Test(
    "are JSON with the same texts",
    arguments: [
      ["list"], ["list", "parameters"], ["list", "tags"], ["show", "s0"], ["graph"], ["config"],
    ])
  func json(_ words: [String]) async throws {
    let outcome = await run(words: words + ["--format", "json"], services: Self.hostile)
    #expect(outcome.code == 0, "\(outcome.problem)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.result.utf8)) as? [String: Any])
    if words == ["list", "tags"] {
      let names = (object["tags"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
      #expect(Set(names) == Set(Self.texts))
    }
  }

  @Test("are drawn by Graphviz", .enabled(if: Tool("dot") != nil, "needs dot, of graphviz"))
  func graphviz() async throws {
    let dot = await run("graph", "--format", "dot", services: Self.hostile).result
    let drawing = try #require(Tool("dot")).run(["-Tsvg"], input: dot)
    #expect(drawing.code == 0 && drawing.errors.isEmpty, "\(drawing.errors)")
    #expect(drawing.text.matches(of: /class="node"/).count == Self.texts.count)
  }

  @Test(
    "of an empty configuration",
    arguments: [
      (["list"], 0, "no services"), (["list", "tags"], 0, "no tags"),
      (["list", "types", "--format", "names"], 0, "Greeter\nLoud\nPlain"),
      (["show", "greeter"], 64, ""),
      (
        ["show", "Plain"], 0,
        """
        Plain: a type of the catalog `greetings`
          factory: Plain(ending: String = "!")
            declared at App/Catalog.swift:4
          provides: Plain, any Voice
          no service has it
        """
      ),
      (["why", "greeter"], 64, ""), (["graph"], 0, "no services"),
      (["graph", "--format", "mermaid"], 0, "flowchart LR"),
      (
        ["config"], 0,
        """
        The effective configuration of Config/services.yaml

        services: {}
        """
      ),
    ])
  func empty(_ words: [String], _ code: Int32, _ text: String) async {
    for services in ["", "# nothing\n", "services: {}\n"] {
      let outcome = await run(words: words, services: services)
      #expect(outcome.code == code && outcome.result == text, "\(words): \(outcome)")
    }
  }

  @Test("have help texts with examples")
  func help() async {
    for name in Subcommand.builtIn.map(\.name) {
      let text = await run("help", name).result
      #expect(text.contains("\nexamples:\n  greeter \(name)"), "\(name)")
    }
  }
}
