import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Syntax errors are reported with helpful messages")
struct SyntaxTests {
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

  @Test(
    "a text is read after the fix-it of an unusual space",
    arguments: [
      ("a:\n  b:\u{202F}1\u{A0}\n  c: 2\n", "a:\n  b: 1 \n  c: 2\n"),
      ("a:\n  b: |\n    c\u{A0}\n  d:\u{3000}2\n", "a:\n  b: |\n    c\u{A0}\n  d: 2\n"),
    ])
  func unusualSpaces(_ text: String, _ fixed: String) throws {
    let found = try #require(Parsed(text).diagnostics.first)
    #expect(found.fixIts.map(\.isCertain) == [true])
    #expect(found.fixIts.map { Help($0, in: text).result } == [fixed])
    #expect(Parsed(fixed).messages == [])
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

  /// The table of syntax errors compares the messages and fixes; this compares the labels.
  @Test(
    "each label describes its place, and other places that take part are shown",
    arguments: [
      ("a: [1, 2\nb: 3\n", ["1:4-5 opened here"]),
      ("a: [1]]", ["1:7-8 no bracket is open here"]),
      ("a: {b: 1]", ["1:9-10 expected `}`", "1:4-5 opened here"]),
      ("a: {\n  b: 1 # one\n  c: 2\n}", ["3:3-4 a comma belongs before this"]),
      ("a: 'it's'", ["1:8-10 this follows the closing quote", "1:4-5 the quotes open here"]),
      ("a: \"^\\d+$\"", ["1:6-8 unknown escape"]),
      ("a: \"C:\\Users\"", ["1:7-9 unfinished escape"]),
      ("a:\n\tb: 1", ["2:1-2 a tab"]),
      ("a: b\nother # c\n", ["2:1-6 expected `key: value`"]),
      ("a: [b,,]", ["1:7-8 nothing is between the two"]),
      ("version = 1\na: b\n", ["1:8-11 no colon"]),
      ("; the wiring\na: b\n", ["1:1-2 no comment"]),
      ("a: 1\n b: 2", ["2:2-3 indented deeper", "1:1-5 this has a value"]),
      ("a: - b", ["1:4-5 the list begins here"]),
      ("```yaml\na: 1\n```\n", ["1:1-8 a code fence"]),
      ("@@ -1,2 +1,2 @@\n a: 1\n", ["1:1-2 begins with a sign of the diff"]),
      ("1 # c\n2 a: 1\n", ["2:1-2 the number of this line"]),
      ("a: 1\n{% if b %}\n", ["2:1-11 YAML is read as it is"]),
      ("a: “b: c” # d", ["1:4-10 neither `\"` nor `'`"]),
      ("x:\n  - a\n  b: c\n", ["3:3-7 does not begin with `-`", "2:3-4 the list begins here"]),
      ("a: 1\nb: 2\n- c\n", ["3:1-4 begins with `-`", "1:1-2 an entry of the map"]),
    ])
  func labels(_ text: String, _ labels: [String]) {
    let parsed = Parsed(text)
    #expect(parsed.document == nil)
    #expect(
      parsed.diagnostics.first?.labels.map { "\($0.place.text) \($0.message)" } == labels)
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
