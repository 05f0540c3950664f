/// The rules for names.
enum Name {
  /// Returns whether a text can name an environment: letters, digits, `_` and `-`.
  static func isEnvironment(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isWord($0) }
  }

  /// Returns whether a text can be the key of a service: letters, digits, `_`, `.` and `-`.
  static func isKey(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isKey(UnsafeRawBufferPointer($0)) }
  }

  /// Returns whether the bytes of a text can be a key. A load calls this for every key.
  static func isKey(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < text.count, isWord(text[index]) || text[index] == UInt8(ascii: ".") { index += 1 }
    return index > 0 && index == text.count
  }

  /// Returns whether a text can name a parameter: words of letters, digits, `_` and `-`, separated
  /// by dots.
  static func isParameter(_ text: some StringProtocol) -> Bool {
    var previous = UInt8(ascii: ".")
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") {
        if previous == byte { return false }
      } else if !isWord(byte) {
        return false
      }
      previous = byte
    }
    return previous != UInt8(ascii: ".")
  }

  /// Returns whether a byte is a letter, a digit, `_` or `-`.
  static func isWord(_ byte: UInt8) -> Bool {
    // Called for every byte of every name: a bit set needs no branch for each range.
    byte < 128 && (byte < 64 ? lowerWords : upperWords) >> UInt64(byte & 63) & 1 == 1
  }

  /// The bit set of the bytes from 0 to 63: `-` and the digits.
  private static let lowerWords: UInt64 = 0x03FF_2000_0000_0000
  /// The bit set of the bytes from 64 to 127: the letters and `_`.
  private static let upperWords: UInt64 = 0x07FF_FFFE_87FF_FFFE
}
