/// A loaded text, kept as a whole so that diagnostics can show its lines.
///
/// Offsets into a file are UTF-8 offsets from its first byte, including a byte order mark. Files
/// are immutable and may be shared between threads. Two files are equal if their names, bytes and
/// Swift locations are.
public final class SourceFile: Sendable {
  /// The displayed name: the path as the user wrote it, or the Swift place of an inline text.
  public let name: String

  /// The place in Swift source, for a text that is not a file.
  public let swiftLocation: SwiftLocation?

  /// The file's bytes, as read.
  package let bytes: [UInt8]

  /// The path of the file; nil for a text of the program, which no tool may change.
  public let path: String?

  /// The ranges that must never be shown: every scalar marked `!secret`, sorted and disjoint.
  package let redactions: [Range<Int>]

  /// The ranges that aliases repeat elsewhere, sorted and disjoint: a change there takes effect in
  /// several places.
  package let repeated: [Range<Int>]

  /// The offset of each line's first byte. A line ends at LF, CRLF or a lone CR, as in editors.
  let lineStarts: [UInt32]

  /// The number of bytes before each block of ``bytesInBlock`` that continue a scalar, so that a
  /// column in a long line is found without counting from its start; empty if all bytes are ASCII.
  let continuations: [UInt32]

  /// Creates a file from bytes in memory; the cost is one pass over them.
  ///
  /// - Parameters:
  ///   - name: The name in messages.
  ///   - bytes: The text in UTF-8. Invalid sequences are shown as U+FFFD.
  ///   - swiftLocation: The location of the text in Swift source, for inline texts.
  ///   - path: The path that the text was read from; nil for a text of the program.
  ///   - redactions: UTF-8 offset ranges that must never be shown.
  ///   - repeated: UTF-8 offset ranges that aliases repeat.
  package init(
    name: String,
    bytes: [UInt8],
    swiftLocation: SwiftLocation? = nil,
    path: String? = nil,
    redactions: [Range<Int>] = [],
    repeated: [Range<Int>] = []
  ) {
    self.name = name
    self.bytes = bytes
    self.swiftLocation = swiftLocation
    self.path = path
    self.redactions = redactions
    self.repeated = repeated
    let (lineStarts, isASCII) = Self.scanLines(bytes)
    self.lineStarts = lineStarts
    self.continuations = isASCII ? [] : Self.countContinuations(bytes)
  }

  /// Whether the file begins with the UTF-8 byte order mark, which is not part of the first line.
  static func hasByteOrderMark(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }

  private static func scanLines(_ bytes: [UInt8]) -> (starts: [UInt32], isASCII: Bool) {
    var starts: [UInt32] = [hasByteOrderMark(bytes) ? 3 : 0]
    // The high bit of a byte is set here if any byte had it.
    var high: UInt64 = 0
    bytes.withUnsafeBytes { bytes in
      // The buffer lives as long as the closure; every index is below its count.
      let count = bytes.count
      var index = 0
      while index < count {
        // Eight bytes at a time, because every load runs this pass: the high bit of a byte is set
        // if the byte is below 0x0E. A borrow can only set bits above a byte that is itself below.
        if index + 8 <= count {
          let word = UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          high |= word
          let low = (word &- 0x0E0E_0E0E_0E0E_0E0E) & ~word & 0x8080_8080_8080_8080
          guard low != 0 else {
            index += 8
            continue
          }
          index += low.trailingZeroBitCount / 8
        }
        let byte = bytes[index]
        high |= UInt64(byte)
        index += 1
        guard byte == 0x0A || byte == 0x0D else { continue }
        let isFirstOfCRLF = byte == 0x0D && index < count && bytes[index] == 0x0A
        if !isFirstOfCRLF { starts.append(UInt32(truncatingIfNeeded: index)) }
      }
    }
    return (starts, high & 0x8080_8080_8080_8080 == 0)
  }

  static let bytesInBlock = 256

  private static func countContinuations(_ bytes: [UInt8]) -> [UInt32] {
    var counts: [UInt32] = []
    counts.reserveCapacity(bytes.count / bytesInBlock + 1)
    var count: UInt32 = 0
    for (index, byte) in bytes.enumerated() {
      if index % bytesInBlock == 0 { counts.append(count) }
      if byte & 0xC0 == 0x80 { count += 1 }
    }
    return counts
  }
}

extension SourceFile: Hashable {
  /// Returns whether two files have the same name, the same bytes and the same Swift location.
  public static func == (left: SourceFile, right: SourceFile) -> Bool {
    left === right
      || (left.name.utf8.elementsEqual(right.name.utf8) && left.bytes == right.bytes
        && left.swiftLocation == right.swiftLocation)
  }

  /// Hashes the name and the sizes of the file, but not the whole text: a file is hashed once for
  /// each label.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name.utf8.count)
    hasher.combine(name.utf8.first)
    hasher.combine(name.utf8.last)
    hasher.combine(bytes.count)
  }
}

extension SourceFile: SafelyMirrored {
  /// The name and the size of the text, without the text itself, which may contain secrets.
  package var mirrored: KeyValuePairs<String, Any> { ["name": name, "size": bytes.count] }
}
