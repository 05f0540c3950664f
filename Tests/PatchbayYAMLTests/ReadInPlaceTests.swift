import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("libyaml's own fields are written only where their layout is known")
struct ReadInPlaceTests {
  @Test("which is that of the versions 0.2.2 to 0.2.5")
  func versions() {
    for patch: CInt in 2...5 { #expect(EventReader.isKnown(0, 2, patch)) }
    let unknown: [(CInt, CInt, CInt)] = [
      (0, 2, 1), (0, 2, 6), (0, 1, 5), (0, 3, 2), (1, 2, 5), (0, 0, 0),
    ]
    for (major, minor, patch) in unknown { #expect(!EventReader.isKnown(major, minor, patch)) }
  }

  /// Texts that are longer than libyaml's buffers, with characters of every length at their ends.
  static let long: [[UInt8]] = ["a", "é", "語", "😀"].flatMap { letter in
    (0..<4).map { shift in
      let word = String(repeating: letter, count: 1000)
      let lines = (0..<100).map { "k\($0): [\(word), '\(word)', &a\($0) x, *a\($0)] # \(word)\n" }
      return Array((String(repeating: "#", count: shift) + "\n" + lines.joined()).utf8)
    }
  }

  /// Texts that end in the middle of something, or hold a byte order mark.
  static let short = [
    "", "\u{FEFF}", "\u{FEFF}a: b", "\u{FEFF}# é\n- é", "a", "'", "\"\\", "a: |", "a: |\n  é", "[",
    "%TAG",
    "a: \u{2028}b\u{85}c", "a:\r\n  b\r\rc: [", "&a", "!", "--- #", "...", "a: 'b\n\n  c",
  ].map { Array($0.utf8) }

  @Test("and with any other version the public functions give the same events and problems")
  func events() throws {
    for bytes in SuiteCase.all.map(\.bytes) + Self.long + Self.short {
      let inPlace = try EventNotation(bytes, showsFlow: true, readsInPlace: true)
      let copied = try EventNotation(bytes, showsFlow: true, readsInPlace: false)
      let text = Comment(rawValue: String(decoding: bytes.prefix(200), as: UTF8.self))
      #expect(inPlace.lines == copied.lines, text)
      #expect(inPlace.covered == copied.covered, text)
      #expect("\(inPlace.problem as Any)" == "\(copied.problem as Any)", text)
    }
  }

  @Test("and the same documents, and the same diagnostics of broken ones")
  func documents() throws {
    for bytes in SuiteCase.all.map(\.bytes) + Self.long + Self.short {
      guard let text = try? CheckedText(bytes) else { continue }
      func parse(_ readsInPlace: Bool) -> String {
        let file = SourceFile(name: "a.yaml", bytes: bytes)
        var collector = DiagnosticCollector()
        let tree = TextParser(file: file, limits: YAMLLimits()).parse(into: &collector) {
          () throws(YAMLProblem) in try EventReader(text, readsInPlace: readsInPlace)
        }
        let outline = tree?.root?.outline ?? "none"
        return "\(outline) \(file.redactions) \(JSONRenderer().render(collector.diagnostics))"
      }
      #expect(parse(true) == parse(false))
    }
  }
}
