import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Invalid UTF-8 is reported at its place")
struct EncodingTests {
  @Test(
    "invalid UTF-8 is reported at its place",
    arguments: [
      ([0x80], "a stray continuation"),
      ([0xC3], "cut off"),
      ([0xC3, 0x41], "no continuation"),
      ([0xC0, 0x80], "overlong"),
      ([0xE0, 0x80, 0x80], "overlong"),
      ([0xF0, 0x80, 0x80, 0x80], "overlong"),
      ([0xED, 0xA0, 0x80], "a surrogate"),
      ([0xF4, 0x90, 0x80, 0x80], "beyond the last character"),
      ([0xF5, 0x80, 0x80, 0x80], "no first byte"),
      ([0xFF], "no byte of UTF-8"),
    ] as [([UInt8], String)])
  func sequences(bytes: [UInt8], why: String) {
    let parsed = Parsed(Array("a: b\nkéy: ".utf8) + bytes)
    #expect(parsed.codes == ["invalid-encoding"])
    #expect(parsed.diagnostics.map(\.message) == ["the file is not encoded in UTF-8"], "\(why)")
    #expect(parsed.diagnostics.first?.labels.first?.place.span?.start.line == 2)
    #expect(parsed.diagnostics.first?.labels.first?.place.span?.start.column == 6)
    #expect(parsed.document == nil)
  }

  @Test(
    "characters that YAML forbids",
    arguments: [
      ("\u{0}", "U+0000", "\\x00"), ("\u{7}", "U+0007", "\\x07"), ("\u{1B}", "U+001B", "\\x1B"),
      ("\u{7F}", "U+007F", "\\x7F"), ("\u{9F}", "U+009F", "\\x9F"),
      ("\u{FEFF}", "U+FEFF", "\\uFEFF"), ("\u{FFFF}", "U+FFFF", "\\uFFFF"),
    ])
  func characters(character: String, name: String, escape: String) {
    let parsed = Parsed("a: 12345678 \(character)")
    #expect(
      parsed.messages == ["1:13-14 YAML does not allow the character \(name) in a file"])
    #expect(
      parsed.diagnostics.first?.fixIts.map(\.message) == [
        "remove it, or write it as an escape between double quotes: \"\(escape)\""
      ])
  }

  @Test(
    "all that YAML allows",
    arguments: [
      "\t", "\u{85}", "\u{A0}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}", "\u{10FFFF}",
      "\u{2028}", "\u{2060}",
    ])
  func allowed(character: String) {
    #expect(Parsed("a: '\(character)'").messages == [])
  }

  @Test(
    "another encoding is called by its name, with a byte order mark or without",
    arguments: [
      ([0xFE, 0xFF, 0x00, 0x61], "UTF-16"), ([0xFF, 0xFE, 0x61, 0x00], "UTF-16"),
      ([0xFF, 0xFE], "UTF-16"), ([0x61, 0x00, 0x3A, 0x00], "UTF-16"),
      ([0x00, 0x61, 0x00, 0x3A], "UTF-16"),
      ([0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x61], "UTF-32"),
      ([0xFF, 0xFE, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00], "UTF-32"),
      ([0x61, 0x00, 0x00, 0x00, 0x3A], "UTF-32"), ([0x00, 0x00, 0x00, 0x61], "UTF-32"),
    ] as [([UInt8], String)])
  func otherEncodings(bytes: [UInt8], name: String) {
    let parsed = Parsed(bytes)
    #expect(
      parsed.diagnostics.map(\.message) == ["the file is encoded in \(name), expected UTF-8"])
    #expect(parsed.codes == ["invalid-encoding"])
    #expect(parsed.diagnostics.first?.labels.first?.place == .file("services.yaml"))
  }

  @Test("a byte order mark is no part of the text")
  func byteOrderMark() {
    let root = Parsed("\u{FEFF}a: b").root
    #expect(root?.outline == "{a: b}")
    #expect(root?.span.range == 3..<7)
    #expect(root?.span.start == LineColumn(line: 1, column: 1))
  }

  @Test("every way to cut a text short at the end is an error or a text, never a trap")
  func truncation() {
    let bytes = Array("é: [😀, !t &x 'y', *x]\r\n".utf8)
    for end in 0...bytes.count {
      for start in 0...min(end, 4) { _ = Parsed(Array(bytes[start..<end])) }
    }
  }
}
