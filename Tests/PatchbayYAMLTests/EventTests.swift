import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("The event reader reports events with their byte offsets")
struct EventTests {
  @Test("every kind of event, with tags, anchors, styles and explicit marks")
  func kinds() throws {
    let text = """
      ---
      plain: &a !ref x
      'single': [!!str "double", *a]
      literal: |
        text
      folded: >
        text
      ...

      """
    let events = try EventNotation(Array(text.utf8))
    #expect(
      events.lines == [
        "+STR", "+DOC ---", "+MAP", "=VAL :plain", "=VAL &a <!ref> :x", "=VAL 'single",
        "+SEQ", "=VAL <tag:yaml.org,2002:str> \"double", "=ALI *a", "-SEQ",
        "=VAL :literal", "=VAL |text\\n", "=VAL :folded", "=VAL >text\\n", "-MAP", "-DOC ...",
        "-STR",
      ])
    #expect(events.problem == nil)
  }

  @Test(
    "spans cover the same source text regardless of what precedes them",
    arguments: [
      "", "# plain\n", "# é ü\n", "# 😀 👩‍👩‍👧\n", "#\r\n# two\r\n", "\u{FEFF}", "\u{FEFF}# é\r\n",
      "# e\u{301}\n", "# a\tb\n", "#\r#\r",
    ])
  func spans(prefix: String) throws {
    let events = try EventNotation(
      Array((prefix + "kéy: !t 'v😀\u{2028}\u{85}'\nb:\t[é, &x y, *x]\n").utf8))
    #expect(
      events.covered.filter { !$0.isEmpty } == [
        "kéy", "!t 'v😀\u{2028}\u{85}'", "b", "[", "é", "&x y", "*x", "]",
      ])
  }

  @Test(
    "a scalar that is verbatim in the source is not copied",
    arguments: [
      ("a", false), ("'a b'", false), ("\"a\"", false), ("!t &x \"a\"", false), ("''", false),
      ("'it''s'", true), ("\"\\n\"", true), ("a\n  b", true), ("|\n a\n", true), ("\"\\0\"", true),
      ("\"\\\\\"", false),
    ])
  func verbatim(value: String, isCopied: Bool) throws {
    var reader = try EventReader(CheckedText(Array(value.utf8)))
    var found: [Bool] = []
    while let event = try reader.next() {
      if event.kind == .scalar { found.append(event.text.isCopied) }
    }
    #expect(found == [isCopied])
    #expect(reader.copies.isEmpty != isCopied)
  }

  @Test("NUL in a scalar is text and no end")
  func nul() throws {
    #expect(Parsed("a: \"x\\0y\"").root?["a"]?.text == "x\0y")
  }

  @Test(
    "a problem is reported with byte offsets, and nothing follows it",
    arguments: [("a: @", 3), ("é: @", 4), ("\u{FEFF}é😀:\r\n  @", 14)])
  func problem(text: String, offset: Int) throws {
    var reader = try EventReader(CheckedText(Array(text.utf8)))
    let error = #expect(throws: YAMLProblem.self) { while try reader.next() != nil {} }
    #expect(error?.offset == offset)
    #expect(error?.message == "found character that cannot start any token")
    #expect(try reader.next() == nil)
  }

  @Test("more than sixteen tags keep their names apart")
  func manyTags() throws {
    let text = (0..<40).map { "- !t\($0 % 20) x\n" }.joined()
    let parsed = Parsed(text)
    #expect(parsed.root?.elements.map(\.tag) == (0..<40).map { "!t\($0 % 20)" })
  }
}
