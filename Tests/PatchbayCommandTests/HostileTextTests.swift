import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

/// Each format is read by a program that users would read it with.
@Suite("Hostile texts do no harm in any format of check")
struct HostileTextTests {
  /// Texts that mean something to those who read an output.
  private static let texts = [
    "::error file=a::b", "##[error]x", "%0A::set-env name=A::b", "\u{1B}[2J\u{1B}]0;x\u{7}",
    "<script>alert(1)</script>", "]]>", "-->", "&lt;&#10;", "@all #1 !2 ~3", "| a | b |",
    "`x` **b** [l](http://x.y)", "http://x.y/?a=b", "\u{202E}txt", "a\u{0}b", "\u{2028}", "$(rm)",
    "'\"\\", "- a: b", "{{ x }}", "\u{FFFE}\u{FFFF}", "😀e\u{301}", "\r", "=cmd()",
  ]

  private static let folder: TemporaryFolder? = {
    // Each is a type that is not there, a description, a value of the wrong type and a tag.
    let entries = texts.enumerated().map { index, text in
      let quoted = text.quotedForYAML
      return """
          s\(index): { type: \(quoted), description: \(quoted), tags: [\(quoted)] }
          g\(index):
            type: Greeter
            arguments: { voice: !ref \(quoted), name: \(quoted), times: \(quoted), \(quoted): 1 }

        """
    }
    return try? TemporaryFolder([
      "services.yaml": "services:\n" + entries.joined(),
      "<b>::x%0A,|`@a #1'.yaml": "services: { none: { type: '::x' } }\n",
    ])
  }()

  private func written(_ format: String) async throws -> String {
    let folder = try #require(Self.folder)
    let outcome = await run(
      words: [
        "check", "--format", format, "--config", folder.file("services.yaml"), "--overlay",
        folder.file("<b>::x%0A,|`@a #1'.yaml"),
      ], services: "")
    #expect(outcome.code == 78)
    #expect(outcome.problem.isEmpty)
    return outcome.result
  }

  /// The messages, as the JSON for programs has them.
  private func messages() async throws -> [String] {
    let text = try await written("json")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let diagnostics = try #require(object?["diagnostics"] as? [[String: Any]])
    return try diagnostics.map { try #require($0["message"] as? String) }
  }

  @Test("json and the logs of SARIF, by Foundation")
  func json() async throws {
    let messages = try await messages()
    #expect(messages.count >= 4 * Self.texts.count)
    let log =
      try JSONSerialization.jsonObject(with: Data(try await written("sarif").utf8))
      as? [String: Any]
    let results = (log?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]
    #expect(results?.count == messages.count)
  }

  @Test("github: every line is one command with known properties")
  func github() async throws {
    let lines = try await written("github").split(separator: "\n", omittingEmptySubsequences: false)
    let messages = try await messages()
    #expect(lines.count == min(messages.count, 100) + (messages.count > 100 ? 1 : 0))
    for line in lines {
      let command = try #require(
        line.wholeMatch(of: /::(error|warning|notice)( [^:\r\n]*)?::([^\r\n]*)/), "\(line)")
      for property in (command.output.2 ?? "").dropFirst().split(separator: ",") {
        let name = property.prefix { $0 != "=" }
        #expect(["file", "line", "endLine", "col", "endColumn", "title"].contains(name), "\(line)")
      }
      #expect(!line.contains("##["))
      #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  @Test("schema is JSON, in which each tag is a name and nothing else")
  func schema() async throws {
    let folder = try #require(Self.folder)
    let outcome = await run(
      words: ["schema", "--config", folder.file("services.yaml")], services: "")
    #expect(outcome.code == 0, "\(outcome.problem)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.result.utf8)) as? [String: Any]
    let definitions = try #require(object?["$defs"] as? [String: Any])
    let tags = (definitions["known-tags"] as? [String: Any])?["enum"] as? [String] ?? []
    // A name is never interpolated, so that one with a reference is a mistake.
    let names = Self.texts.filter { !$0.contains("$(") && $0 != "\u{FFFE}\u{FFFF}" }
    #expect(Set(names.map { Array($0.utf8) }).subtracting(tags.map { Array($0.utf8) }) == [])
    #expect(outcome.result.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F) ~= $0.value })
  }

  /// What acts on a terminal, each in another name or value of `hostile`.
  private static let active = [
    "\u{1B}[31m", "\u{7}", "\r", "\u{202E}", "\u{2066}", "\u{0}", "\u{9B}", "\u{2028}",
  ]

  /// A valid configuration with such characters in each text that a file may have.
  private static let hostile: String = {
    func text(_ word: String) -> String { (word + active.joined()).quotedForYAML }
    return """
      parameters:
        name: \(text("name"))
        map: { \(text("key")): \(text("value")), list: [\(text("element"))] }
      services:
        voice: { type: Plain, tags: { \(text("tag")): { \(text("attribute")): \(text("a")) } } }
        greeter:
          type: Greeter
          description: \(text("description"))
          deprecated: \(text("deprecated"))
          tags: [\(text("tag"))]
          arguments:
            voice: !ref voice
            name: \(("$(env:USER_NAME:-default" + active.joined() + ")").quotedForYAML)
            token: $(name)
      environments:
        test: { parameters: { name: \(text("other")) } }
        changed:
          parameters: { name: \(text("third")), map: { \(text("key")): \(text("changed")) } }
          services:
            voice: { tags: !remove, scope: transient }
            \(text("new")): { alias: voice }

      """
  }()

  private static let formatted: [[String]] = [
    ["check"], ["env", "--environment", "test"], ["list", "services"], ["list", "parameters"],
    ["list", "tags"], ["list", "types"], ["list", "environments"], ["show", "greeter"],
    ["show", "voice"], ["show", "name"], ["show", "map"], ["show", "tag" + active.joined()],
    ["why", "voice"], ["graph"], ["config"], ["diff", "--from", "test", "--to", "changed"],
  ]

  private static let others: [[String]] = [
    ["list", "--tag", "tag"], ["list", "--tag", "tog" + active.joined()],
    ["list", "--tag", "tag" + active.joined()], ["list", "--type", active.joined()],
    ["list", active.joined()], ["show", "tag"],
    ["show", "nam" + active.joined()], ["why", "voic" + active.joined()], ["config", "--origins"],
    ["config", "--hash"], ["config", "--environment", "te" + active.joined()], ["schema"],
    ["check", "--overlays", active.joined()], ["check", "--variables", active.joined()],
    ["diff", "--against", active.joined()], ["diff", active.joined()],
    ["diff", "--since", active.joined()], ["diff", "--from", active.joined(), "--to", "test"],
    ["check" + active.joined()], ["check", "--fix" + active.joined()], ["greet"],
    ["greet", "--overlay", active.joined()], ["completion", active.joined()],
  ]

  private static let calls: [[String]] =
    formatted.flatMap { words in
      Subcommand.formats(of: words[0]).map { words + ["--format", $0] }
    } + others

  @Test("no command writes what acts on a terminal, in any format", arguments: calls)
  func commands(_ words: [String]) async throws {
    let outcome = await run(words: words, services: Self.hostile)
    let texts = outcome.result + outcome.problem
    #expect(!texts.isEmpty)
    // What the program itself prints is its own.
    let isGreeting = words == ["greet"]
    let text = isGreeting ? outcome.problem : texts
    let found = text.unicodeScalars.filter { scalar in
      scalar != "\n" && scalar != "\t"
        && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
    }
    #expect(found.isEmpty, "\(words): \(found.map { String($0.value, radix: 16) })")
  }

  @Test("and a configuration with such characters is valid")
  func hostileConfiguration() async {
    let outcome = await run(words: ["list", "parameters"], services: Self.hostile)
    #expect(outcome.code == 0, "\(outcome.problem)")
    #expect(outcome.result.contains("\\u{1B}"))
  }

  @Test(
    "text has nothing that acts on a terminal, and one line for each",
    arguments: ["terminal", "line"])
  func text(_ format: String) async throws {
    let text = try await written(format)
    #expect(
      text.unicodeScalars.allSatisfy {
        $0 == "\n"
          || ![.control, .lineSeparator, .paragraphSeparator].contains(
            $0.properties.generalCategory)
      })
    #expect(!text.contains("\u{202E}"))
    if format == "line" {
      let messages = try await messages()
      let lines = text.split(separator: "\n")
      #expect(lines.count { $0.contains(": error: ") } == min(messages.count, 100))
    }
  }
}
