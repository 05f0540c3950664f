import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("YAML whose meaning is surprising is reported")
struct SlipTests {
  /// A text, where an unusual space is in it, the tree without it, and the text after the certain fix-it.
  struct Slip: Sendable, CustomTestStringConvertible {
    var text: String
    var place: String
    var name = "U+00A0 NO-BREAK SPACE"
    var outline: String?
    var repaired: String

    var testDescription: String { text }
  }

  @Test(
    "an unusual space at the end of an unquoted text",
    arguments: [
      Slip(text: "a: \u{A0}b", place: "1:4-5", outline: "{a: b}", repaired: "a:  b"),
      Slip(
        text: "a: b \u{2009}", place: "1:6-7", name: "U+2009 THIN SPACE", outline: "{a: b}",
        repaired: "a: b  "),
      Slip(
        text: "a: \u{200B}b\u{A0}\n  c\u{A0} # d", place: "1:4-5", name: "U+200B ZERO WIDTH SPACE",
        outline: "{a: b\u{A0} c}", repaired: "a:  b\u{A0}\n  c  # d"),
      Slip(
        text: "{a: 1,\u{A0}b: 2}", place: "1:7-8", outline: "{a: 1, b: 2}", repaired: "{a: 1, b: 2}"
      ),
      Slip(text: "{a:\u{A0}1, b: 2}", place: "1:4-5", repaired: "{a: 1, b: 2}"),
      Slip(text: "a\u{A0}: 1", place: "1:2-3", outline: "{a: 1}", repaired: "a : 1"),
      Slip(
        text: "a: &x #c\u{2028}  \u{A0}b", place: "1:12-13", outline: "{a: b}",
        repaired: "a: &x #c\u{2028}   b"),
      Slip(
        text: "a: it's#1\u{A0}", place: "1:10-11", outline: "{a: it's#1}", repaired: "a: it's#1 "),
      Slip(text: "a: \u{A0}", place: "1:4-5", outline: "{a: null}", repaired: "a:  "),
      Slip(
        text: "a: !ref \u{A0}b", place: "1:9-10", outline: "{a: !ref b}", repaired: "a: !ref  b"),
      Slip(text: "a:\n\u{A0}\u{A0}b: 1", place: "2:1-3", repaired: "a:\n  b: 1"),
    ])
  func unusualSpaces(slip: Slip) throws {
    let parsed = Parsed(slip.text)
    #expect(
      parsed.messages == ["\(slip.place) this line has \(slip.name) where YAML needs a space"])
    #expect(parsed.root?.outline == slip.outline)
    let fixIt = try #require(parsed.diagnostics.first?.fixIts.first)
    #expect(fixIt.isCertain)
    #expect(SyntaxTests.Help(fixIt, in: slip.text).result == slip.repaired)
    #expect(Parsed(slip.repaired).messages == [])
  }

  @Test("all of them are reported at once, and the rest of the file is read")
  func severalLines() {
    let parsed = Parsed("a: b\u{A0}\nc: \u{A0}d\ne: f\n")
    #expect(parsed.messages.count == 2)
    #expect(parsed.root?.outline == "{a: b, c: d, e: f}")
  }

  @Test("unusual spaces inside a text, in quotes and in blocks are left alone")
  func otherSpaces() {
    let text = "a: 10\u{A0}000\nb: \"\u{A0}x\u{A0}\"\nc: |\n  \u{A0}y\u{A0}\nd: \u{E9}\n"
    #expect(Parsed(text).messages == [])
    #expect(Parsed(text).root?["b"]?.text == "\u{A0}x\u{A0}")
  }

  @Test(
    "typographic quotes around an unquoted text",
    arguments: [
      ("a: “b c” # d", "1:4-9", "{a: b c}", "a: \"b c\" # d"),
      ("- ‘/var’", "1:3-9", "[/var]", "- \"/var\""),
      ("„a“: «b»", "1:1-4", "{a: b}", "\"a\": «b»"), ("[”b”]", "1:2-5", "[b]", "[\"b\"]"),
      ("a: !ref “b”", "1:9-12", "{a: !ref b}", "a: !ref \"b\""),
      ("a: “b\\c”", "1:4-9", "{a: b\\c}", "a: 'b\\c'"),
    ])
  func typographicQuotes(text: String, place: String, outline: String, repaired: String) throws {
    let parsed = Parsed(text)
    #expect(
      parsed.messages.first == "\(place) YAML takes typographic quotes for a part of the text")
    #expect(parsed.codes.first == "yaml-syntax")
    #expect(parsed.root?.outline == outline)
    let fixIt = try #require(parsed.diagnostics.first?.fixIts.first)
    #expect(SyntaxTests.Help(fixIt, in: text) == .init("write straight quotes", repaired))
  }

  @Test(
    "typographic quotes in a text are left alone",
    arguments: [
      "a: “b” and “c”", "a: b “c”", "a: “b” c", "a: '“b”'", "a: !!str “b”", "a: ’tis so’",
      "a: ‘it’s’", "a: |\n  “b”\n", "a: “", "a: “b\n  c”",
    ])
  func prose(text: String) {
    #expect(Parsed(text).messages == [])
  }

  @Test(
    "a missing space behind the colon of a key inside `{ }`",
    arguments: [
      ("{ a:b }", "1:4-5", "{ a: b }", true),
      ("x: {a: 1, b.c:2, d: 3}", "1:14-15", "x: {a: 1, b.c: 2, d: 3}", false),
      ("{ a-b:c d }", "1:6-7", "{ a-b: c d }", true),
    ])
  func missingSpace(text: String, place: String, repaired: String, isCertain: Bool) throws {
    let parsed = Parsed(text)
    #expect(parsed.messages == ["\(place) a space is missing after `:`"])
    let fixIt = try #require(parsed.diagnostics.first?.fixIts.first)
    #expect(fixIt.isCertain == isCertain)
    #expect(SyntaxTests.Help(fixIt, in: text) == .init("add the space", repaired))
  }

  @Test(
    "a colon inside a key is left alone",
    arguments: [
      "{ a:b: 1 }", "{ a:b : 1 }", "{ 'a:b' }", "{ http://x }", "{ ? a:b : c }", "{ a, b }",
      "[a:b]",
    ])
  func otherColons(text: String) {
    #expect(Parsed(text).messages == [])
  }

  @Test("a decimal comma inside `{ }`")
  func decimalComma() throws {
    let text = "{ a: 0,75, b: 1 }"
    let parsed = Parsed(text)
    #expect(
      parsed.messages == [
        "1:7-8 a comma ends a value inside `{ }`, and this one is part of a number"
      ])
    let fixIt = try #require(parsed.diagnostics.first?.fixIts.first)
    #expect(!fixIt.isCertain)
    #expect(
      SyntaxTests.Help(fixIt, in: text) == .init("write a decimal point", "{ a: 0.75, b: 1 }"))
  }

  @Test(
    "a comma that separates entries is left alone",
    arguments: [
      "{a: 0, 75: 1}", "{a: 0,75: 1}", "{a: x,75}", "{a: \"0\",75}", "[0,75]", "{a: [0],7}",
    ])
  func otherCommas(text: String) {
    #expect(Parsed(text).messages == [])
  }

  @Test("an alias without an anchor may be meant as a reference to a service")
  func reference() throws {
    let services = "services: { db-pool: 1 }\n"
    let fixIt = try #require(Parsed("\(services)a: *db-pool").diagnostics.first?.fixIts.last)
    #expect(
      SyntaxTests.Help(fixIt, in: "\(services)a: *db-pool")
        == .init(
          "to refer to the service `db-pool`, write a `!ref` reference",
          "\(services)a: !ref db-pool"))
  }
}
