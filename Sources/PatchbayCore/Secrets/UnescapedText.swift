/// A text in which escapes are undone; every byte has its original offset.
struct UnescapedText {
  private(set) var bytes: [UInt8] = []
  /// The offset in the original text at which each byte was written, and the end of that text.
  private var offsets: [Int] = []

  /// Creates an unmodified text.
  init(_ text: [UInt8]) {
    bytes = text
    offsets = Array(0...text.count)
  }

  /// Undoes escapes that begin with some signs; nil if the text has none of these. `isQuoted` says whether the
  /// backslashes of escapes may be escaped themselves, as in an error that quotes another one.
  init?(_ text: [UInt8], undoing signs: [UInt8], isQuoted: Bool) {
    guard text.contains(where: signs.contains) else { return nil }
    var index = 0
    while index < text.count {
      let escapes = signs.contains(text[index]) ? Escape.all(in: text[index...]) : []
      let escape = isQuoted ? escapes.last : escapes.first
      let meaning = escape?.meaning ?? [text[index]]
      bytes += meaning
      offsets += meaning.map { _ in index }
      index += escape?.length ?? 1
    }
    offsets.append(text.count)
  }

  /// Returns the original range of a range of ``bytes``.
  func original(_ range: Range<Int>) -> Range<Int> {
    offsets[range.lowerBound]..<offsets[range.upperBound]
  }
}

/// One escape of a character or a byte: `\n`, `\"`, `\u{1B}` and `\u001b`, as Swift, JSON and C write
/// them, and `%20` of a URL.
struct Escape {
  let meaning: [UInt8]
  let length: Int

  /// Returns the escapes that a text may begin with: in an error that quotes another one, the
  /// backslash of an escape is escaped itself.
  static func all(in text: ArraySlice<UInt8>) -> [Escape] {
    switch text.first {
    case percent:
      return number(text.dropFirst().prefix(2), digits: 2).map {
        [Escape(meaning: [UInt8(truncatingIfNeeded: $0)], length: 3)]
      } ?? []
    case backslash:
      let most = text.prefix(3).prefix { $0 == backslash }.count
      return (0..<most).compactMap { outer in
        backslashEscape(text.dropFirst(outer)).map {
          Escape(meaning: $0.meaning, length: outer + $0.length)
        }
      }
    default: return []
    }
  }

  static let percent = UInt8(ascii: "%")
  static let backslash = UInt8(ascii: "\\")
  private static let controls: [Character: UInt8] = [
    "n": 0x0A, "t": 0x09, "r": 0x0D, "0": 0x00, "b": 0x08, "f": 0x0C, "e": 0x1B,
  ]

  private static func backslashEscape(_ text: ArraySlice<UInt8>) -> Escape? {
    guard let sign = text.dropFirst().first else { return nil }
    if let control = controls[Character(UnicodeScalar(sign))] {
      return Escape(meaning: [control], length: 2)
    }
    switch sign {
    case UInt8(ascii: "x"):
      return number(text.dropFirst(2).prefix(2), digits: 2).flatMap { character($0, length: 4) }
    case UInt8(ascii: "u"): return unicodeEscape(text)
    // The character itself: a quote, a backslash, a slash.
    default: return Escape(meaning: [sign], length: 2)
    }
  }

  /// Reads `\u{1F511}`, `\u001b`, and `\ud83d\udd11` for one character.
  private static func unicodeEscape(_ text: ArraySlice<UInt8>) -> Escape? {
    let rest = text.dropFirst(2)
    if rest.first == UInt8(ascii: "{") {
      let digits = rest.dropFirst().prefix(8).prefix { $0 != UInt8(ascii: "}") }
      guard rest.dropFirst(digits.count + 1).first == UInt8(ascii: "}") else { return nil }
      return number(digits, digits: digits.count).flatMap {
        character($0, length: digits.count + 4)
      }
    }
    guard let first = number(rest.prefix(4), digits: 4) else { return nil }
    let backslashes = rest.dropFirst(4).prefix(3).prefix { $0 == backslash }.count
    let next = rest.dropFirst(4 + backslashes)
    if (0xD800..<0xDC00).contains(first), backslashes > 0, next.first == UInt8(ascii: "u"),
      let second = number(next.dropFirst().prefix(4), digits: 4), (0xDC00..<0xE000).contains(second)
    {
      return character(
        0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), length: 11 + backslashes)
    }
    return character(first, length: 6)
  }

  private static func character(_ value: UInt32, length: Int) -> Escape? {
    UnicodeScalar(value).map { Escape(meaning: Array(String($0).utf8), length: length) }
  }

  /// Reads hexadecimal digits, at most eight, as a number; returns nil if there are fewer digits.
  private static func number(_ text: ArraySlice<UInt8>, digits: Int) -> UInt32? {
    let isHexadecimal = text.allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
    guard text.count == digits, isHexadecimal else { return nil }
    return UInt32(String(decoding: text, as: UTF8.self), radix: 16)
  }
}
