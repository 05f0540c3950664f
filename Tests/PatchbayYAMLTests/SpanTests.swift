import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Spans cover the text that a message shows")
struct SpanTests {
  /// The value of `k`, as the spans cover it: whole, content, tag.
  private func spans(_ value: String) -> [String?] {
    let node = Parsed("k: \(value)\nz: end\n").root?["k"]
    return [node?.span.covered, node?.contentSpan.covered, node?.tagSpan?.covered]
  }

  @Test(
    "the span of a node covers its text",
    arguments: [
      ("x", "x", "x", nil),
      ("'it''s' # c", "'it''s'", "'it''s'", nil),
      ("!t x", "!t x", "x", "!t"),
      ("&a !t x", "&a !t x", "x", "!t"),
      ("!t &a x", "!t &a x", "x", "!t"),
      ("!<tag:x,1> [1, 2]", "!<tag:x,1> [1, 2]", "[1, 2]", "!<tag:x,1>"),
      ("!t  # why\n  x", "!t  # why\n  x", "x", "!t"),
      ("&a\n  b: 1\n  c: 2", "&a\n  b: 1\n  c: 2", "b: 1\n  c: 2", nil),
      ("!t\n  - b\n  # after\n\n", "!t\n  - b", "- b", "!t"),
      ("!t", "!t", "", "!t"),
      ("! x", "! x", "x", "!"),
      ("", "", "", nil),
      ("|\n  one\n  two\n\n\n", "|\n  one\n  two", "|\n  one\n  two", nil),
      ("|+\n  one  \n \n", "|+\n  one  ", "|+\n  one  ", nil),
      ("{a: [1,\n 2] } # c", "{a: [1,\n 2] }", "{a: [1,\n 2] }", nil),
      ("[a: é , c]", "[a: é , c]", "[a: é , c]", nil),
      ("!t \"b\"", "!t \"b\"", "\"b\"", "!t"),
      ("!t \"\\\n    b\"", "!t \"\\\n    b\"", "\"\\\n    b\"", "!t"),
      ("!t \"\n    b\"", "!t \"\n    b\"", "\"\n    b\"", "!t"),
      ("&a '\n    b'", "&a '\n    b'", "'\n    b'", nil),
      ("!t # c\u{2028}  b", "!t # c\u{2028}  b", "b", "!t"),
      ("!t\u{85}  b", "!t\u{85}  b", "b", "!t"),
    ] as [(String, String, String, String?)])
  func nodes(value: String, whole: String, content: String, tag: String?) {
    #expect(spans(value) == [whole, content, tag])
  }

  @Test("a tag before a comma in brackets ends at the comma")
  func tagBeforeComma() {
    let node = Parsed("[!remove, x]").root?.elements.first { _ in true }
    #expect(node?.span.covered == "!remove")
    #expect(node?.tagSpan?.covered == "!remove")
    #expect(node?.contentSpan.covered == "")
  }

  @Test("a block collection ends where its last child ends")
  func blockEnds() {
    let root = Parsed("a:\n  - b: c\n    d:   # comment\n\n# comment\ne: f\n").root
    #expect(root?["a"]?.span.covered == "- b: c\n    d:")
    #expect(root?.span.covered == "a:\n  - b: c\n    d:   # comment\n\n# comment\ne: f")
  }

  @Test("a pair in a list ends at its value and not at the next bracket")
  func flowPair() {
    let pair = Parsed("[ a: b   , c ]").root?.elements.first { _ in true }
    #expect(pair?.span.covered == "a: b")
  }

  @Test("an alias gives the anchored place, and its own")
  func alias() {
    let root = Parsed("a: &x !t [1]\nb: *x\n").root
    #expect(root?["b"]?.span.covered == "&x !t [1]")
    #expect(root?["b"]?.contentSpan.covered == "[1]")
    #expect(root?["b"]?.tag == "!t")
  }
}
