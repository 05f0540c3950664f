import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("A tree represents its text")
struct TreeTests {
  @Test(
    "a tree represents its text",
    arguments: [
      ("a: 1", "{a: 1}"),
      ("a:\n  - x\n  - y: z\nb: {c: [1, 2], d: }", "{a: [x, {y: z}], b: {c: [1, 2], d: null}}"),
      ("- 'it''s'\n- \"a\\nb\"\n- x\n  y\n", "[\"it's\", \"a\nb\", x y]"),
      ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", "{a: \"one\ntwo\n\", b: \"one two\"}"),
      ("a: &x [1]\nb: *x", "{a: [1], b: [1]}"),
      ("a: !ref pool\nb: !!str 1", "{a: !ref pool, b: tag:yaml.org,2002:str \"1\"}"),
      ("a: ! 2\nb: &q ! 3\nc: ! [4]", "{a: \"2\", b: \"3\", c: [4]}"),
      ("[a: b, c]", "[{a: b}, c]"),
      ("? a\n: b\n? c", "{a: b, c: null}"),
      ("&k a: b\n*k : c\n", "{a: b}"),
      ("%TAG !s! !sec\n---\na: !s!ret x", "{a: !secret x}"),
      ("a: !<!ref> x\nb: !r%65f y", "{a: !ref x, b: !ref y}"),
    ])
  func outline(text: String, expected: String) {
    #expect(Parsed(text).root?.outline == expected)
  }

  @Test(
    "null is plain, untagged and spelt like null",
    arguments: [
      ("", true), ("~", true), ("null", true), ("Null", true), ("NULL", true), ("nULL", false),
      ("'~'", false), ("\"\"", false), ("!!str null", false), ("! null", false), ("nul", false),
      ("|\n", false), ("&a", true), ("!ref", false), ("none", false),
    ])
  func null(value: String, isNull: Bool) {
    #expect(Parsed("k: \(value)").root?["k"]?.isNull == isNull)
  }

  @Test("an empty text has no root", arguments: ["", "# only\n", "---\n", "\u{FEFF}", "\n\n"])
  func empty(text: String) {
    let parsed = Parsed(text)
    #expect(parsed.document != nil)
    #expect(parsed.root == nil)
    #expect(parsed.messages == [])
  }

  @Test("keys are looked up by bytes, not as Swift compares strings")
  func keysByBytes() {
    let root = Parsed("e\u{301}: decomposed\n\u{E9}: composed\n").root
    #expect(root?.count == 2)
    #expect(root?["\u{E9}"]?.text == "composed")
    #expect(root?["e\u{301}"]?.text == "decomposed")
    #expect(root?["e"] == nil)
  }

  @Test("a text is compared without a string")
  func hasText() {
    let root = Parsed("a: \"x\\ty\"\nb: [x]").root
    #expect(root?["a"]?.hasText("x\ty") == true)
    #expect(root?["a"]?.hasText("x y") == false)
    #expect(root?["b"]?.hasText("") == false)
  }

  @Test("a handle is sixteen bytes")
  func sizes() {
    #expect(MemoryLayout<YAMLNode>.stride == 16)
  }

  @Test("a tree as deep as the limits allow is read and freed without recursion")
  func deep() {
    let depth = 20_000
    let limits = YAMLLimits(depth: depth)
    let parsed = Parsed(String(repeating: "- ", count: depth) + "x", limits: limits)
    #expect(parsed.messages == [])
    var node = parsed.root
    var levels = 0
    while let inner = node, inner.kind == .sequence {
      node = inner.elements.first { _ in true }
      levels += 1
    }
    #expect(levels == depth)
  }
}
