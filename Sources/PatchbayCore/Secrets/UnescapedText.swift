/// A text in which escapes of one notation are undone; every byte has its original offset.
struct UnescapedText {
  private(set) var bytes: [UInt8]
  /// The offset in the original text at which each byte was written, and the end of that text.
  private var offsets: [Int]

  /// Creates an unmodified text.
  init(_ text: [UInt8]) {
    bytes = text
    offsets = Array(0...text.count)
  }

  /// Returns the original range of a range of ``bytes``.
  func original(_ range: Range<Int>) -> Range<Int> {
    offsets[range.lowerBound]..<offsets[range.upperBound]
  }

  /// The text with `\n`, `\"`, `\u{1B}`, `\u001b` and similar escapes undone, as Swift, JSON and C
  /// write them; nil if there are none.
  var withoutBackslashes: UnescapedText? {
    undoing(UInt8(ascii: "\\")) { Self.backslashEscape($0) }
  }

  /// The text with `%20` and similar escapes undone, as URLs write them; nil if there are none.
  var withoutPercentSigns: UnescapedText? {
    undoing(UInt8(ascii: "%")) { text in
      Self.number(text.dropFirst().prefix(2), digits: 2).map {
        ([UInt8(truncatingIfNeeded: $0)], 3)
      }
    }
  }

  /// Returns the text with its escapes undone; nil if it has none. `escape` returns what the escape
  /// at the beginning of a text means, and its length, or nil if there is no escape.
  private func undoing(
    _ sign: UInt8, _ escape: (ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)?
  ) -> UnescapedText? {
    guard bytes.contains(sign) else { return nil }
    var result = self
    (result.bytes, result.offsets) = ([], [])
    var index = 0
    while index < bytes.count {
      var (plain, length) = ([bytes[index]], 1)
      if bytes[index] == sign, let found = escape(bytes[index...]) { (plain, length) = found }
      result.bytes += plain
      result.offsets += plain.map { _ in offsets[index] }
      index += length
    }
    result.offsets.append(offsets[bytes.count])
    return result
  }

  private static func backslashEscape(
    _ text: ArraySlice<UInt8>
  ) -> (bytes: [UInt8], length: Int)? {
    guard let sign = text.dropFirst().first else { return nil }
    switch sign {
    case UInt8(ascii: "n"): return ([0x0A], 2)
    case UInt8(ascii: "t"): return ([0x09], 2)
    case UInt8(ascii: "r"): return ([0x0D], 2)
    case UInt8(ascii: "0"): return ([0x00], 2)
    case UInt8(ascii: "b"): return ([0x08], 2)
    case UInt8(ascii: "f"): return ([0x0C], 2)
    case UInt8(ascii: "e"): return ([0x1B], 2)
    case UInt8(ascii: "x"):
      return number(text.dropFirst(2).prefix(2), digits: 2)
        .map { (Array(String(UnicodeScalar(UInt8($0))).utf8), 4) }
    case UInt8(ascii: "u"): return unicodeEscape(text)
    // The character itself: a quote, a backslash, a slash.
    default: return ([sign], 2)
    }
  }

  /// Reads `\u{1F511}`, `\u001b`, and `\ud83d\udd11` for one character.
  private static func unicodeEscape(
    _ text: ArraySlice<UInt8>
  ) -> (bytes: [UInt8], length: Int)? {
    func character(_ value: UInt32, _ length: Int) -> (bytes: [UInt8], length: Int)? {
      UnicodeScalar(value).map { (Array(String($0).utf8), length) }
    }
    let rest = text.dropFirst(2)
    if rest.first == UInt8(ascii: "{") {
      let digits = rest.dropFirst().prefix(8).prefix { $0 != UInt8(ascii: "}") }
      guard rest.dropFirst(digits.count + 1).first == UInt8(ascii: "}") else { return nil }
      return number(digits, digits: digits.count).flatMap { character($0, digits.count + 4) }
    }
    guard let first = number(rest.prefix(4), digits: 4) else { return nil }
    let next = rest.dropFirst(4)
    if (0xD800..<0xDC00).contains(first), next.starts(with: [0x5C, UInt8(ascii: "u")]),
      let second = number(next.dropFirst(2).prefix(4), digits: 4),
      (0xDC00..<0xE000).contains(second)
    {
      return character(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), 12)
    }
    return character(first, 6)
  }

  /// Reads at most eight hexadecimal digits as a number; returns nil if there are fewer digits.
  private static func number(_ text: ArraySlice<UInt8>, digits: Int) -> UInt32? {
    let isHexadecimal = text.allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
    guard text.count == digits, isHexadecimal else { return nil }
    return UInt32(String(decoding: text, as: UTF8.self), radix: 16)
  }
}
