/// Which texts can name something.
enum Name {
  /// Letters, digits, `_` and `-`.
  static func isEnvironment(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isWord($0) }
  }

  /// Letters, digits, `_`, `.` and `-`.
  static func isKey(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isKey(UnsafeRawBufferPointer($0)) }
  }

  /// Asked of every key and reference.
  static func isKey(_ text: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < text.count, isWord(text[index]) || text[index] == UInt8(ascii: ".") { index += 1 }
    return index > 0 && index == text.count
  }

  /// Words of letters, digits, `_` and `-` with dots between them.
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

  static func isWord(_ byte: UInt8) -> Bool {
    // Asked of every letter of every name: a look into a set of bits takes no branch for each range.
    byte < 128 && (byte < 64 ? lowerWords : upperWords) >> UInt64(byte & 63) & 1 == 1
  }

  /// The signs from 0 to 63 that words have: `-` and the digits.
  private static let lowerWords: UInt64 = 0x03FF_2000_0000_0000
  /// The signs from 64 to 127 that words have: the letters and `_`.
  private static let upperWords: UInt64 = 0x07FF_FFFE_87FF_FFFE
}
