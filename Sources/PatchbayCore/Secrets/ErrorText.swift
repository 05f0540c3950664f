import PatchbayDiagnostics

/// The text of an error that a program threw, which may contain secrets.
struct ErrorText {
  private let text: [UInt8]
  /// The text as it is, and with escapes undone: of backslashes, of percent signs, and of both; each once for quoted
  /// texts as in `Failure(reason: "a\nb")`, and once for an error that quotes another.
  private let readings: [UnescapedText]

  init(_ text: String) {
    let text = Array(text.utf8)
    let signs = [[Escape.backslash], [Escape.percent], [Escape.backslash, Escape.percent]]
    self.text = text
    readings =
      [UnescapedText(text)]
      + signs.flatMap { signs in
        [false, true].compactMap { UnescapedText(text, undoing: signs, isQuoted: $0) }
      }
  }

  /// Returns the text with `[secret]` in place of every secret and of the user-info part of every
  /// URL, each written as it is or with escapes.
  func concealing(_ secrets: [String]) -> String {
    let hidden = readings.flatMap { reading in
      reading.userInfo + secrets.flatMap { reading.places(of: $0) }
    }
    var result: [UInt8] = []
    var end = 0
    for range in hidden.inStableOrder(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound >= end { result += text[end..<range.lowerBound] + "[secret]".utf8 }
      end = max(end, range.upperBound)
    }
    return String(decoding: result + text[end...], as: UTF8.self)
  }
}

extension UnescapedText {
  /// Finds a secret, as ranges of the original text.
  ///
  /// Compares bytes: two spellings of one character are two texts. A secret of fewer than four
  /// characters counts only if it is a whole quoted text, or the whole text: hiding each of its
  /// letters in every text would reveal it.
  fileprivate func places(of secret: String) -> [Range<Int>] {
    let wanted = Array(secret.utf8)
    let isShort = secret.count < 4
    var places: [Range<Int>] = []
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: wanted[0]) {
      start = found + 1
      guard bytes[found...].starts(with: wanted) else { continue }
      let range = found..<found + wanted.count
      if !isShort || isWhole(range) { places.append(original(range)) }
    }
    return places
  }

  private func isWhole(_ range: Range<Int>) -> Bool {
    if range == bytes.indices { return true }
    guard range.lowerBound > 0 else { return false }
    let quote = bytes[range.lowerBound - 1]
    // The quote at the end may be escaped.
    let end = bytes[range.upperBound...].first { $0 != Escape.backslash }
    return "\"'`".utf8.contains(quote) && end == quote
  }
}
