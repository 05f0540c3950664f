import PatchbayDiagnostics

/// The text of an error that a program threw, which may contain secrets.
struct ErrorText {
  private let text: [UInt8]
  /// The original text, and the text with escapes undone: once, for quoted texts as in
  /// `Failure(reason: "a\nb")`, and twice, for an error that quotes another.
  private let readings: [UnescapedText]

  init(_ text: String) {
    self.text = Array(text.utf8)
    let plain = UnescapedText(self.text)
    let once = plain.withoutBackslashes
    readings = [plain, once, once?.withoutBackslashes, plain.withoutPercentSigns].compactMap(\.self)
  }

  /// Returns the text with `[secret]` in place of every secret and of the user-info part of every
  /// URL.
  func concealing(_ secrets: [String]) -> String {
    var hidden = readings.flatMap(\.userInfo)
    for secret in secrets {
      for reading in readings { hidden += reading.places(of: secret) }
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
    guard range.lowerBound > 0, range.upperBound < bytes.count else {
      return range == bytes.indices
    }
    let quote = bytes[range.lowerBound - 1]
    return "\"'`".utf8.contains(quote) && bytes[range.upperBound] == quote
  }
}
