import PatchbayDiagnostics

/// A character that looks like a space or a colon, but is text to YAML.
struct Lookalike {
  let range: Range<Int>
  let scalar: Unicode.Scalar

  /// Reads the lookalike that begins at an offset; returns nil for any other character.
  init?(in bytes: [UInt8], at offset: Int) {
    guard offset < bytes.count, bytes[offset] >= 0xC2 else { return nil }
    let width = bytes[offset] < 0xE0 ? 2 : bytes[offset] < 0xF0 ? 3 : 4
    let range = offset..<min(offset + width, bytes.count)
    let text = String(decoding: bytes[range], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first,
      UnusualSpaces.contains(scalar) || scalar == Self.colon
    else { return nil }
    (self.range, self.scalar) = (range, scalar)
  }

  /// Reads the lookalike that ends before an offset; returns nil for any other character.
  init?(in bytes: [UInt8], before end: Int) {
    var start = end - 1
    while start > 0, end - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    guard start >= 0 else { return nil }
    self.init(in: bytes, at: start)
    guard range.upperBound == end else { return nil }
  }

  private static let colon: Unicode.Scalar = "\u{FF1A}"

  var isColon: Bool { scalar == Self.colon }
  var isSpace: Bool { !isColon }
  /// The name in Unicode: `U+00A0 NO-BREAK SPACE`.
  var name: String { UnusualSpaces.name(of: scalar) }
}
