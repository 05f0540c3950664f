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
    for byte in text where !isWord(byte) && byte != UInt8(ascii: ".") { return false }
    return !text.isEmpty
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
    // A letter differs from its capital in one bit.
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
