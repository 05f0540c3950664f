/// The places of a text's lines, for messages.
final class SourceLines: Sendable {
  /// The offset of each line's first byte. A line ends at LF, CRLF or a lone CR, as in editors.
  let starts: [UInt32]

  /// The number of bytes before each block of ``bytesInBlock`` that continue a scalar, so that a
  /// column in a long line is found without counting from its start; empty if all bytes are ASCII.
  let continuations: [UInt32]

  static let bytesInBlock = 256

  /// Finds the lines of a text; the cost is one pass over it.
  init(_ bytes: [UInt8]) {
    // A byte order mark is not part of the first line.
    var starts: [UInt32] = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    var counts: [UInt32] = []
    var count: UInt32 = 0
    for (index, byte) in bytes.enumerated() {
      if index % Self.bytesInBlock == 0 { counts.append(count) }
      if byte & 0xC0 == 0x80 { count += 1 }
      guard byte == 0x0A || byte == 0x0D else { continue }
      let isFirstOfCRLF = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if !isFirstOfCRLF { starts.append(UInt32(truncatingIfNeeded: index + 1)) }
    }
    self.starts = starts
    continuations = count == 0 ? [] : counts
  }
}
