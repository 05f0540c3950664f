/// Converts libyaml's marks, which count characters, to UTF-8 offsets.
///
/// libyaml counts every Unicode scalar as one (both of a CRLF too) from the first byte it received,
/// which follows a byte order mark. Marks hardly ever go back, so the cursor continues from the
/// last offset that it returned: all events of a text cost one pass. ASCII needs no conversion.
struct OffsetCursor: Sendable {
  private let start: Int
  private let isASCII: Bool
  private var character = 0
  private var offset: Int

  init(_ text: CheckedText) {
    start = text.contentStart
    isASCII = text.isASCII
    offset = text.contentStart
  }

  /// Returns the offset of a character counted from the start of the content, at most the end of
  /// the text.
  @inline(__always)
  mutating func offset(ofCharacter target: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    isASCII ? min(start + target, bytes.count) : walk(to: target, in: bytes)
  }

  private mutating func walk(to target: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    // Bounds: `offset` stays between `start` and `bytes.count`, which both loops check.
    while character < target, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      character += 1
    }
    while character > target, offset > start {
      offset -= 1
      while offset > start, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      character -= 1
    }
    return offset
  }
}
