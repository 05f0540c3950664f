// Characters of ASCII. A byte of any other character is 0x80 or more, and none of these.
extension UInt8 {
  /// Whether this is a space or a tab.
  @inlinable
  package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  @inlinable
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  @inlinable
  package var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  /// Whether this is a letter, small or capital.
  @inlinable
  package var isLetter: Bool {
    isCapital || self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z")
  }

  /// Whether this is a character of service keys: a letter, a digit, `_`, `.` or `-`.
  package var isKeyCharacter: Bool {
    isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "-")
  }
}
