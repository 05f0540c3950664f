import PatchbayDiagnostics

/// The text of an error that a program threw, which may contain secrets.
struct ErrorText {
  private let text: [UInt8]

  init(_ text: String) { self.text = Array(text.utf8) }

  /// Returns the text with `[secret]` in place of every secret and of the user-info part of every
  /// URL, each written as it is or with escapes.
  func concealing(_ secrets: [String]) -> String {
    let urls = [UnescapedText(text), UnescapedText(undoingEscapesOf: text)]
    let hidden = urls.flatMap(\.userInfo) + secrets.flatMap { places(of: $0) }
    var result: [UInt8] = []
    var end = 0
    for range in hidden.inStableOrder(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound >= end { result += text[end..<range.lowerBound] + "[secret]".utf8 }
      end = max(end, range.upperBound)
    }
    return String(decoding: result + text[end...], as: UTF8.self)
  }

  /// Returns where a secret is.
  ///
  /// Compares bytes: two spellings of one character are two texts. A secret of fewer than four
  /// characters counts only if it is a whole quoted text, or the whole text: hiding each of its
  /// letters in every text would reveal it.
  private func places(of secret: String) -> [Range<Int>] {
    let wanted = Array(secret.utf8)
    let isShort = secret.count < 4
    return text.indices.compactMap { start in
      guard text[start] == wanted[0] || Escape.signs.contains(text[start]) else { return nil }
      let ends = ends(of: wanted, from: start)
      return ends.filter { !isShort || isWhole(start..<$0) }.max().map { start..<$0 }
    }
  }

  /// Returns where a secret that begins at an offset may end, each of its characters as it is or
  /// escaped: `\\n` is two backslashes and an `n`, one that is escaped and an `n`, or the line break of
  /// an error that another one quotes.
  private func ends(of wanted: [UInt8], from start: Int) -> Set<Int> {
    // The offsets where the text may have the beginning of the secret, by its length.
    var reached: [Int: Set<Int>] = [0: [start]]
    for matched in wanted.indices where !reached.isEmpty {
      for offset in reached.removeValue(forKey: matched) ?? [] where offset < text.count {
        if text[offset] == wanted[matched] { reached[matched + 1, default: []].insert(offset + 1) }
        for escape in Escape.all(in: text[offset...])
        where wanted[matched...].starts(with: escape.meaning) {
          reached[matched + escape.meaning.count, default: []].insert(offset + escape.length)
        }
      }
    }
    return reached[wanted.count] ?? []
  }

  private func isWhole(_ range: Range<Int>) -> Bool {
    if range == text.indices { return true }
    guard range.lowerBound > 0 else { return false }
    let quote = text[range.lowerBound - 1]
    // The quote at the end may be escaped.
    let end = text[range.upperBound...].first { $0 != UInt8(ascii: "\\") }
    return "\"'`".utf8.contains(quote) && end == quote
  }
}
