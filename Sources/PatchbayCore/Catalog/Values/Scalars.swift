/// Reads scalars by declared type; a value's spelling never determines its type.
package enum Scalars {
  /// Reads an integer: decimal, `0x`, `0o`, `0b`, with `_` between digits.
  ///
  /// No decimal number begins with a 0 but the 0 itself: others read `0644` as an octal one.
  package static func integer<Integer: FixedWidthInteger>(_ text: String) -> Integer? {
    // Nearly all are a few plain digits: this path costs a twentieth.
    let count = text.utf8.count
    guard count > 0, count <= 18 else { return decoratedInteger(text) }
    var number: Int64 = 0
    for byte in text.utf8 {
      guard isDigit(byte) else { return decoratedInteger(text) }
      number = number * 10 + Int64(byte - 0x30)
    }
    if count > 1, text.utf8.first == UInt8(ascii: "0") { return nil }
    return Integer(exactly: number)
  }

  /// Reads an integer with a sign, a radix or separators.
  private static func decoratedInteger<Integer: FixedWidthInteger>(_ text: String) -> Integer? {
    guard let parts = parts(of: text), !parts.hasLeadingZero else { return nil }
    return Integer(parts.sign + parts.digits, radix: parts.radix)
  }

  /// The parts of a text that is written as an integer.
  private struct IntegerParts {
    var sign = ""
    var radix = 10
    /// Without separators.
    var digits = ""

    var hasLeadingZero: Bool { radix == 10 && digits.utf8.count > 1 && digits.hasPrefix("0") }
  }

  /// Returns the parts of an integer of any size; nil for any other text.
  private static func parts(of text: String) -> IntegerParts? {
    var parts = IntegerParts()
    var digits = Substring(text)
    if digits.first == "-" || digits.first == "+" { parts.sign = String(digits.removeFirst()) }
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      parts.radix = base
      digits.removeFirst(2)
    }
    guard let plain = withoutSeparators(digits), !plain.isEmpty,
      plain.utf8.allSatisfy({ isDigit($0, radix: parts.radix) })
    else { return nil }
    parts.digits = plain
    return parts
  }

  private static func isDigit(_ byte: UInt8, radix: Int) -> Bool {
    radix == 16 ? isHexDigit(byte) : isDigit(byte) && byte < 0x30 + UInt8(radix)
  }

  /// Whether a text is an integer, although the type that reads it may be too small for it.
  package static func isInteger(_ text: String) -> Bool {
    parts(of: text).map { !$0.hasLeadingZero } ?? false
  }

  /// Reads a number: decimal with exponent, `.inf`, `-.inf` and `.nan`, with `_` between digits.
  static func floatingPoint<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ text: String
  ) -> Number? {
    switch text {
    case ".inf", "+.inf": return Number.infinity
    case "-.inf": return -Number.infinity
    case ".nan": return Number.nan
    default: break
    }
    // The standard library also reads "inf", "nan" and hexadecimal, which are plain text here.
    guard text.utf8.allSatisfy({ isDigit($0) || "+-.eE_".utf8.contains($0) }) else { return nil }
    guard let plain = withoutSeparators(Substring(text)), let number = Number(plain) else {
      return nil
    }
    // A number that is too large for the type is invalid; infinity has to be written by its name.
    return number.isFinite ? number : nil
  }

  /// Removes each `_` between two digits; returns nil if one is elsewhere.
  private static func withoutSeparators(_ text: Substring) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.contains(0x5F) else { return String(text) }
    for (index, byte) in bytes.enumerated() where byte == 0x5F {
      guard index > 0, index + 1 < bytes.count, isHexDigit(bytes[index - 1]),
        isHexDigit(bytes[index + 1])
      else { return nil }
    }
    return String(decoding: bytes.filter { $0 != 0x5F }, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66)
  }
}
