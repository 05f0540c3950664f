/// Which texts can name something.
enum Name {
  /// Letters, digits, `_` and `-`.
  static func isEnvironment(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isWord($0) }
  }

  /// Letters, digits, `_`, `.` and `-`.
  static func isKey(_ text: String) -> Bool {
    // Asked of every key and reference: over contiguous bytes it takes a tenth.
    text.utf8.withContiguousStorageIfAvailable { isKey($0) } ?? isKey(text.utf8)
  }

  private static func isKey(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") }
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
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
