/// Bytes that were proved to be UTF-8 without characters that YAML forbids.
///
/// The only input of an ``EventReader``: so libyaml never meets an encoding error, whose place it
/// reports badly, and a character index of libyaml can be converted to an offset without checks.
struct CheckedText: Sendable {
  let bytes: [UInt8]
  /// The offset of the content: 3 after a byte order mark, else 0.
  let contentStart: Int
  /// Whether every character index equals its offset.
  let isASCII: Bool

  /// Checks bytes in one pass.
  init(_ bytes: [UInt8]) throws(EncodingProblem) {
    if let name = Self.foreignEncoding(bytes) { throw .foreign(name) }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var isASCII = true
    let problem = bytes.withUnsafeBytes { Self.firstProblem(in: $0, from: start, &isASCII) }
    if let problem { throw problem }
    self.bytes = bytes
    self.contentStart = start
    self.isASCII = isASCII
  }

  /// Returns the encoding that the first bytes show, if it is not UTF-8: by its byte order mark, or
  /// by the zeros next to a first ASCII character, which are unambiguous there.
  private static func foreignEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      // The mark of little-endian UTF-32 begins with that of UTF-16, which no NUL can follow.
      return bytes.dropFirst(2).starts(with: [0, 0]) ? "UTF-32" : "UTF-16"
    }
    guard bytes.count >= 4 else { return nil }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (1...0x7F, 0, 0, 0), (0, 0, 0, 1...0x7F): return "UTF-32"
    case (1...0x7F, 0, _, _), (0, 1...0x7F, _, _): return "UTF-16"
    default: return nil
    }
  }

  private static func firstProblem(
    in bytes: UnsafeRawBufferPointer, from start: Int, _ isASCII: inout Bool
  ) -> EncodingProblem? {
    var index = start
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let plain = plainBytes(
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
        index += plain
        if plain == 8 { continue }
      }
      let byte = bytes[index]
      if (0x20..<0x7F).contains(byte) {
        index += 1
      } else if byte < 0x80 {
        guard byte == 0x0A || byte == 0x09 || byte == 0x0D else {
          return .character(UInt32(byte), index..<index + 1)
        }
        index += 1
      } else {
        isASCII = false
        guard let scalar = Scalar(decoding: bytes, at: index) else {
          return .sequence(index..<index + 1)
        }
        let range = index..<index + scalar.width
        if scalar.isForbidden { return .character(scalar.value, range) }
        index = range.upperBound
      }
    }
    return nil
  }

  /// Returns how many of the first bytes of a word are printable ASCII, which nearly all bytes are.
  private static func plainBytes(_ word: UInt64) -> Int {
    // The high bit of a byte is set where it is 0x80 or above, below 0x20, or 0x7F. Borrows and
    // carries can only come from a byte that is marked itself, so the first mark is exact.
    let marks =
      (word | (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101))
      & 0x8080_8080_8080_8080
    return marks.trailingZeroBitCount / 8
  }
}

/// The reason why bytes are not valid text for YAML.
enum EncodingProblem: Error, Sendable, Equatable {
  /// The text begins as one in another encoding does, `UTF-16` or `UTF-32`.
  case foreign(String)
  /// Invalid UTF-8 at this place.
  case sequence(Range<Int>)
  /// A character that YAML forbids unescaped.
  case character(UInt32, Range<Int>)
}

extension CheckedText {
  /// One Unicode scalar of more than one byte.
  private struct Scalar {
    var value: UInt32
    var width: Int

    /// Reads a scalar; returns nil for a stray, overlong, truncated or surrogate sequence.
    init?(decoding bytes: UnsafeRawBufferPointer, at index: Int) {
      let first = bytes[index]
      let smallest: UInt32
      switch first {
      case 0xC2...0xDF: (width, value, smallest) = (2, UInt32(first & 0x1F), 0x80)
      case 0xE0...0xEF: (width, value, smallest) = (3, UInt32(first & 0x0F), 0x800)
      case 0xF0...0xF4: (width, value, smallest) = (4, UInt32(first & 0x07), 0x10000)
      default: return nil
      }
      guard index + width <= bytes.count else { return nil }
      for next in index + 1..<index + width {
        guard bytes[next] & 0xC0 == 0x80 else { return nil }
        value = value << 6 | UInt32(bytes[next] & 0x3F)
      }
      guard value >= smallest, value <= 0x10FFFF, !(0xD800...0xDFFF).contains(value) else {
        return nil
      }
    }

    /// Whether libyaml rejects it: the C1 controls except NEL, the byte order mark, two
    /// non-characters.
    var isForbidden: Bool {
      switch value {
      case 0x85: false
      case 0x80...0x9F, 0xFEFF, 0xFFFE, 0xFFFF: true
      default: false
      }
    }
  }
}
