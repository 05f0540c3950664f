import PatchbayDiagnostics

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
    // Where the next block begins; the words of one that is not plain are looked at one by one.
    var nextBlock = start
    while index < bytes.count {
      if index >= nextBlock, index + blockBytes <= bytes.count {
        nextBlock = index + blockBytes
        if isPlain(UnsafeRawBufferPointer(rebasing: bytes[index..<nextBlock])) {
          index = nextBlock
          continue
        }
      }
      if index + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let plain = marks(word).trailingZeroBitCount / 8
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
        var rest = bytes[index...].makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        guard case .valid(let encoded) = parser.parseScalar(from: &rest) else {
          return .sequence(index..<index + 1)
        }
        let range = index..<index + encoded.count
        let value = Unicode.UTF8.decode(encoded).value
        if isForbidden(value) { return .character(value, range) }
        index = range.upperBound
      }
    }
    return nil
  }

  /// Whether libyaml rejects a character of more than one byte: the C1 controls except NEL, the byte order
  /// mark, two non-characters.
  private static func isForbidden(_ value: UInt32) -> Bool {
    switch value {
    case 0x85: false
    case 0x80...0x9F, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  private static let blockBytes = 64

  /// Returns whether a block is printable ASCII and ends of lines, as nearly all of a text is.
  ///
  /// A loop without exits, which the compiler vectorizes: one instruction a byte, where a check of each
  /// word takes three and a half, 0.7 % of a load.
  @inline(__always)
  private static func isPlain(_ block: UnsafeRawBufferPointer) -> Bool {
    guard let start = block.baseAddress else { return false }
    var marks: UInt64 = 0
    var offset = 0
    while offset < blockBytes {
      // Within bounds: the caller gives a whole block.
      marks |= Self.marks(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    return marks == 0
  }

  /// Returns a word whose high bits mark the bytes that are neither printable ASCII nor line feeds.
  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 {
    // Of the lower seven bits, so that no sum carries into the next byte. The high bit of the first sum
    // is set from 0x20 on, of the second for 0x7F, and of the third for all but a line feed.
    let low = word & 0x7F7F_7F7F_7F7F_7F7F
    let isControl = ~(low &+ 0x6060_6060_6060_6060) | (low &+ 0x0101_0101_0101_0101)
    let isNoLineFeed = (low ^ 0x0A0A_0A0A_0A0A_0A0A) &+ 0x7F7F_7F7F_7F7F_7F7F
    return (word | isControl & isNoLineFeed) & 0x8080_8080_8080_8080
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

extension Diagnostic {
  /// Creates the error of bytes that are not valid text.
  init(_ problem: EncodingProblem, in file: SourceFile) {
    self =
      switch problem {
      case .foreign(let encoding):
        // The file as a whole: shown as UTF-8, its lines would be unreadable.
        Diagnostic(
          .invalidEncoding, "the file is encoded in \(encoding), expected UTF-8",
          at: file.wholePlace
        )
        .fix("save the file as UTF-8")
      case .sequence(let range):
        Diagnostic(
          .invalidEncoding, "the file is not encoded in UTF-8", at: file.place(range),
          "this byte begins no UTF-8 character"
        )
        .fix("save the file as UTF-8")
      case .character(let value, let range):
        Diagnostic(
          .invalidEncoding, "YAML does not allow the character \(Self.name(value)) in a file",
          at: file.place(range), "this character is not allowed here"
        )
        .fix(
          "remove it, or write it as an escape between double quotes: \"\(Self.escape(value))\"")
      }
  }

  private static func name(_ value: UInt32) -> String {
    "U+" + value.hexadecimal(digits: 4, uppercase: true)
  }

  private static func escape(_ value: UInt32) -> String {
    (value < 0x100 ? "\\x" : "\\u")
      + value.hexadecimal(digits: value < 0x100 ? 2 : 4, uppercase: true)
  }
}
