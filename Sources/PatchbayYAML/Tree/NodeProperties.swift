/// The tag and the anchor before a node, located in the source.
///
/// Only messages need the spans of tags, so they are not stored but searched on demand. The parser
/// has accepted the text: a property ends at the first blank, and between two of them and before
/// the content there are only blanks, line breaks and comments.
struct NodeProperties {
  private(set) var tag: Range<Int>?
  private(set) var anchor: Range<Int>?
  /// The offset of the content, at most the node's end.
  private(set) var contentStart: Int

  /// Searches a node's range, which begins with a tag or an anchor.
  init(in bytes: [UInt8], _ node: Range<Int>) {
    contentStart = node.lowerBound
    var index = node.lowerBound
    while index < node.upperBound {
      let byte = bytes[index]
      let isTag = byte == UInt8(ascii: "!")
      guard isTag && tag == nil || byte == UInt8(ascii: "&") && anchor == nil else { break }
      let end = Self.endOfProperty(in: bytes, index..<node.upperBound)
      if isTag { tag = index..<end } else { anchor = index..<end }
      index = Self.skipBlanks(in: bytes, end..<node.upperBound)
    }
    contentStart = index
  }

  private static func endOfProperty(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    // A comma ends a tag or an anchor in a flow collection, but not inside `!<…>`.
    let isVerbatim = bytes[range].starts(with: [UInt8(ascii: "!"), UInt8(ascii: "<")])
    return range.first {
      blankLength(in: bytes, at: $0) > 0 || (bytes[$0] == UInt8(ascii: ",") && !isVerbatim)
    } ?? range.upperBound
  }

  private static func skipBlanks(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "#") {
        index =
          (index..<range.upperBound).first { breakLength(in: bytes, at: $0) > 0 }
          ?? range.upperBound
        continue
      }
      let length = blankLength(in: bytes, at: index)
      if length == 0 { break }
      index += length
    }
    return min(index, range.upperBound)
  }

  /// Returns the number of bytes of a space, a tab or a line break; 0 if there is none.
  private static func blankLength(in bytes: [UInt8], at index: Int) -> Int {
    bytes[index] == 0x20 || bytes[index] == 0x09 ? 1 : breakLength(in: bytes, at: index)
  }

  /// Returns the number of bytes of a line break; 0 if there is none.
  ///
  /// As in YAML 1.1, which libyaml reads: U+0085, U+2028 and U+2029 break lines, too.
  private static func breakLength(in bytes: [UInt8], at index: Int) -> Int {
    switch bytes[index] {
    case 0x0A, 0x0D: 1
    case 0xC2 where bytes[index...].starts(with: [0xC2, 0x85]): 2
    case 0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA8]),
      0xE2 where bytes[index...].starts(with: [0xE2, 0x80, 0xA9]):
      3
    default: 0
    }
  }
}
