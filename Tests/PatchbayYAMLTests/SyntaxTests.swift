import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Syntax errors are reported with helpful messages")
struct SyntaxTests {
  /// A mistake, and all that is said about it.
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    /// The primary place and the message.
    var message: String
    var label: String
    /// Each help with the text that its edits give, where it has any.
    var help: [Help]

    init(_ text: String, _ message: String, _ label: String, _ help: Help...) {
      self.text = text
      self.message = message
      self.label = label
      self.help = help
    }

    var testDescription: String { text }
  }

  struct Help: Sendable, Equatable {
    var message: String
    var result: String?

    init(_ message: String, _ result: String? = nil) {
      self.message = message
      self.result = result
    }

    init(_ fixIt: Diagnostic.FixIt, in text: String) {
      message = fixIt.message
      guard !fixIt.edits.isEmpty else { return }
      var bytes = Array(text.utf8)
      for edit in fixIt.edits.reversed() {
        bytes.replaceSubrange(edit.span.range, with: edit.replacement.utf8)
      }
      result = String(decoding: bytes, as: UTF8.self)
    }
  }

  private static let all =
    SyntaxCases.values + SyntaxCases.brackets + SyntaxCases.quotes + SyntaxCases.lines
    + SyntaxCases.blanks + SyntaxCases.dashesAndMarks + SyntaxCases.copied

  @Test(arguments: all)
  func mistake(test: Case) throws {
    let parsed = Parsed(test.text)
    #expect(parsed.messages == [test.message])
    #expect(parsed.codes == ["yaml-syntax"])
    #expect(parsed.document == nil)
    let found = try #require(parsed.diagnostics.first)
    #expect(found.labels.first?.message == test.label)
    #expect(found.notes.count == 1)
    #expect(found.notes.first?.hasPrefix("libyaml: ") == true)
    #expect(found.fixIts.map { Help($0, in: test.text) } == test.help)
  }

  @Test("a text is read after the fix-it of an unusual space", arguments: SyntaxCases.blanks)
  func blanksAreReplaced(test: Case) throws {
    let found = try #require(Parsed(test.text).diagnostics.first)
    #expect(found.fixIts.map(\.isCertain) == [true])
    let repaired = try #require(test.help.first?.result)
    #expect(Parsed(repaired).messages == [])
  }

  @Test("places are exact behind multi-byte text, a byte order mark and CRLF")
  func places() {
    #expect(
      Parsed("\u{FEFF}é: 😀\r\nb: { ü: @pool }\r\n").messages == [
        "2:9-14 `@` cannot start an unquoted YAML value"
      ])
  }

  @Test(
    "a byte order mark changes nothing, nor does a comment in its place",
    arguments: [
      "a: b\n\tc: d\n", "a: \"b\"\n\tc: d\n", "  a: b\n\tc: d\n", "    a: b\n  c: d: e\n",
      "\ta: b\n",
      "# c\n\ta: b\n", "a:\n# c\n\tb: 1\n", "- a\n\t- b\n",
    ], ["", "\u{FEFF}"])
  func atTheBeginning(of text: String, mark: String) {
    func found(_ text: String) -> [String] {
      let parsed = Parsed(text)
      return parsed.messages
        + parsed.diagnostics.flatMap(\.fixIts).map { "\(Help($0, in: text).result ?? "")" }
    }
    #expect(found(mark + text).map { $0.replacing(mark, with: "") } == found(text))
    #expect(!found(text).isEmpty)
  }

  @Test func aTabBelowAComment() throws {
    let text = "a:\n# c\n\tb: 1\n"
    let fixIt = try #require(Parsed(text).diagnostics.first?.fixIts.first)
    #expect(Help(fixIt, in: text).result == "a:\n# c\n  b: 1\n")
  }

  @Test("other places that take part are shown")
  func secondLabels() {
    let labels = { (text: String) in
      Parsed(text).diagnostics.first?.labels.dropFirst().map { "\($0.place.text) \($0.message)" }
    }
    #expect(labels("a: {b: 1]") == ["1:4-5 opened here"])
    #expect(labels("a: 'it's'") == ["1:4-5 the quotes open here"])
    #expect(labels("a: 1\n b: 2") == ["1:1-5 this has a value"])
    #expect(labels("x:\n  - a\n  b: c\n") == ["2:3-4 the list begins here"])
    #expect(labels("a: 1\nb: 2\n- c\n") == ["1:1-2 an entry of the map"])
  }

  @Test("a problem that no rule covers is reported with libyaml's words")
  func unknown() throws {
    let parsed = Parsed("x: 1\ny: >z\n")
    #expect(parsed.messages == ["2:5-6 the YAML syntax breaks here"])
    let found = try #require(parsed.diagnostics.first)
    #expect(
      found.labels.map(\.message) == ["parsing stops here", "while scanning a block scalar"])
    #expect(found.labels.last?.place.text == "2:4-5")
    #expect(found.notes == ["libyaml: did not find expected comment or line break"])

    let site = SyntaxSite(
      YAMLProblem(message: "something new", offset: 1),
      in: SourceFile(name: "a.yaml", bytes: Array("a: b".utf8)))
    let other = SyntaxRule.diagnostic(for: site)
    #expect(other.message == "the YAML syntax breaks here")
    #expect(other.notes == ["libyaml: something new"])
  }

  @Test("no way to damage a text traps or hangs, and every place is in the text")
  func damaged() {
    let text = Array(
      "a: !ref x\nb: {c: [1, \"d\\n\"], 'e': *f}\n- g: |\n  h\n\ti: @j # k\n? l\n: $(m:-n)\n".utf8)
    for index in text.indices {
      for byte in Array("\t\n\"'[]{}:,-#&*!|>%@`?$\\ é".utf8) {
        var damaged = text
        damaged[index] = byte
        for bytes in [damaged, Array(damaged[..<index]), Array(damaged[index...])] {
          for found in Parsed(bytes).diagnostics {
            #expect((found.labels.first?.place.span?.range.upperBound ?? 0) <= bytes.count)
          }
        }
      }
    }
  }
}
