import PatchbayDiagnostics
import Testing

@Suite("The first place of a text in another")
struct FirstRangeTests {
  @Test(arguments: [
    ("abcabc", "bc", 1), ("abc", "abc", 0), ("aab", "ab", 1), ("abc", "", 0), ("", "", 0),
    ("abc", "abcd", nil), ("", "a", nil), ("abc", "ac", nil), ("größer", "ß", 4),
    // By bytes: the accent alone is no character of the text.
    ("cafe\u{301}", "\u{301}", 4), ("cafe\u{301}", "caf\u{E9}", nil),
  ])
  func isFoundByItsBytes(text: String, part: String, offset: Int?) {
    let range = text.firstRange(ofText: part)
    #expect(range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
    #expect(text.contains(text: part) == (offset != nil))
    if let range { #expect(text[range].utf8.elementsEqual(part.utf8)) }
  }

  @Test(
    "the first range of a text separates the text into parts",
    arguments: [
      ("a → b → c", ["a", "b", "c"]), ("a", ["a"]), (" → ", ["", ""]), ("", [""]),
    ])
  func separatesParts(_ text: String, parts: [String]) {
    #expect(text.parts(separatedByText: " → ").map(String.init) == parts)
  }

  @Test func isFoundInAPartOfAText() throws {
    let rest = "a=b=c".dropFirst(2)
    let range = try #require(rest.firstRange(ofText: "="))
    #expect(rest[range.upperBound...] == "c")
  }
}
