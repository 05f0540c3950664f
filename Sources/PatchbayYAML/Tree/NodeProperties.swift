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
    let rest = bytes[range]
    let isVerbatim = rest.starts(with: [UInt8(ascii: "!"), UInt8(ascii: "<")])
    return rest.firstIndex {
      isBlank($0) || ($0 == UInt8(ascii: ",") && !isVerbatim)
    } ?? range.upperBound
  }

  private static func skipBlanks(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "#") {
        let rest = bytes[index..<range.upperBound]
        index = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? range.upperBound
      } else if isBlank(bytes[index]) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
