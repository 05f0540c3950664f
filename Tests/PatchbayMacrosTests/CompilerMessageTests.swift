import Foundation
import TestSupport
import Testing

/// The mistakes in `Fixtures/Mistakes.swift.txt`, as the real compiler reports them.
@Suite("What the macros say of mistakes")
struct CompilerMessageTests {
  private static let source = (try? Fixture.text("Mistakes.swift.txt")) ?? ""

  /// The lines of the file that a mistake is on, and the messages there.
  static let expected: [Int: Set<String>] = Dictionary(
    uniqueKeysWithValues: source.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
      .compactMap { index, line in
        let messages = line.split(separator: "// error: ").dropFirst()
          .map { $0.trimmingCharacters(in: .whitespaces) }
        return messages.isEmpty ? nil : (index + 1, Set(messages))
      })

  private static let reported = Result {
    let messages = Compiler.messages(in: try Compiler.output(of: source))
    return Dictionary(grouping: messages, by: \.line).mapValues { Set($0.map(\.text)) }
  }

  @Test("are at the place of the mistake, in these words", arguments: expected.keys.sorted())
  func message(line: Int) throws {
    #expect(try Self.reported.get()[line] == Self.expected[line])
  }

  @Test("say nothing of what is right")
  func noOther() throws {
    let others = try Self.reported.get().filter { Self.expected[$0.key] == nil }
    #expect(others.isEmpty)
    #expect(Self.expected.count > 40)
  }

  @Test("name the initializers to choose from")
  func notes() throws {
    let output = try Compiler.output(of: Self.source)
    let lines = output.matches(of: /:(\d+):\d+: note: one of them/).map { $0.1 }
    let several = try #require(
      Self.expected.first { $0.value.contains { $0.hasPrefix("`Several` has") } })
    #expect(lines == ["\(several.key + 1)", "\(several.key + 2)"])
  }

  @Test(
    "say nothing of an import that is there",
    arguments: [
      ("path", "a path in a variable is no source: write `ConfigurationSource(path: path)`"),
      (#".inline(yaml: "services: {}")"#, "extraneous argument label 'yaml:' in call"),
    ])
  func loading(source: String, text: String) throws {
    let program = """
      import Patchbay
      import PatchbayMacros
      let path = "services.yaml"
      let container = try Container(loading: \(source), catalog: FactoryCatalog("app") {})

      """
    let messages = Compiler.messages(in: try Compiler.output(of: program))
    #expect(messages.count == 1 && messages.allSatisfy { $0.text.hasSuffix(text) }, "\(messages)")
  }

  /// What the compiler says in an expansion, where it adds a word on why.
  @Test(
    "are the compiler's own where a type does not fit",
    arguments: [
      (
        "final class Parser { init() {} }\n@Provided struct Reader { init(parser: Parser) {} }",
        "type 'Parser' does not conform to the 'Sendable' protocol"
      ),
      (
        "@MainActor protocol View {}\n@Provided final class Window: View { init(title: String) {} }",
        "call to main actor-isolated initializer 'init(title:)' in a synchronous nonisolated context"
      ),
    ])
  func ofTypes(source: String, text: String) throws {
    let messages = Compiler.messages(
      in: try Compiler.output(of: "import PatchbayMacros\n" + source + "\n"))
    #expect(messages.contains { $0.line == 3 && $0.text.hasPrefix(text) }, "\(messages)")
  }
}
