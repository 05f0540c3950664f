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

extension UnescapedText {
  /// The user-info parts of URLs, `user:password` of `scheme://user:password@host`, as ranges of the
  /// original text.
  var userInfo: [Range<Int>] {
    var parts: [Range<Int>] = []
    let mark = Array("://".utf8)
    // For several URLs without a space between them, the end is searched once.
    var (endOfRun, lastSign) = (0, nil as Int?)
    var start = 0
    while let colon = bytes[start...].firstIndex(of: mark[0]) {
      start = colon + 1
      guard colon > 0, Self.isOfScheme(bytes[colon - 1]), bytes[colon...].starts(with: mark) else {
        continue
      }
      let body = colon + mark.count
      if body >= endOfRun {
        let run = bytes[body...].prefix(while: Self.isOfURL)
        (endOfRun, lastSign) = (run.endIndex, run.lastIndex(of: UInt8(ascii: "@")))
      }
      guard let lastSign, lastSign > body,
        let end = Self.endOfUserInfo(bytes[body..<endOfRun], lastSign)
      else { continue }
      parts.append(original(body..<end))
      start = end
    }
    return parts
  }

  /// Returns the offset of the `@` that ends the user-info part; nil if there is none.
  private static func endOfUserInfo(_ url: ArraySlice<UInt8>, _ lastSign: Int) -> Int? {
    let authority = url.prefix { !"/?#".utf8.contains($0) }
    if let end = authority.lastIndex(of: UInt8(ascii: "@")) {
      return end > url.startIndex ? end : nil
    }
    // In a URL whose password contains a slash, the authority seems to end early, and the text
    // before the slash is in the position of a port. Such a URL is invalid, and therefore likely to
    // be quoted in errors.
    guard authority.first != UInt8(ascii: "["),
      let colon = authority.firstIndex(of: UInt8(ascii: ":")),
      authority[(colon + 1)...].contains(where: { !(0x30...0x39).contains($0) })
    else { return nil }
    return lastSign
  }

  private static func isOfURL(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && !"\"'`<>".utf8.contains(byte)
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "+-.".utf8.contains(byte)
  }
}
