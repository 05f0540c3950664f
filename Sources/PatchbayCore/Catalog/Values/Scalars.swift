/// Reads scalars by declared type; a value's spelling never determines its type.
package enum Scalars {
  /// Reads an integer: decimal, `0x`, `0o`, `0b`, with `_` between digits.
  package static func integer<Integer: FixedWidthInteger>(_ text: String) -> Integer? {
    // Nearly all are a few plain digits: this path costs a twentieth.
    let count = text.utf8.count
    guard count > 0, count <= 18 else { return decoratedInteger(text) }
    var number: Int64 = 0
    for byte in text.utf8 {
      guard isDigit(byte) else { return decoratedInteger(text) }
      number = number * 10 + Int64(byte - 0x30)
    }
    return Integer(exactly: number)
  }

  /// Reads an integer with a sign, a radix or separators.
  private static func decoratedInteger<Integer: FixedWidthInteger>(_ text: String) -> Integer? {
    var digits = Substring(text)
    let sign = digits.first == "-" || digits.first == "+" ? String(digits.removeFirst()) : ""
    var radix = 10
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      radix = base
      digits.removeFirst(2)
    }
    guard let plain = withoutSeparators(digits) else { return nil }
    guard plain.first != "-", plain.first != "+" else { return nil }
    return Integer(sign + plain, radix: radix)
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

  static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true": true
    case "false": false
    default: nil
    }
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

  /// Returns the digits of a whole number that is written as a word, for a hint.
  static func digits(forWord word: String) -> String? {
    let words = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
      "nineteen", "twenty",
    ]
    return words.firstIndex(of: word.lowercased()).map { String($0) }
  }
}
