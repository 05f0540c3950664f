package import PatchbayDiagnostics

extension YAMLNode {
  /// The place of the node without its tag and anchor: in its file or in the program.
  package var place: SourcePlace { isFromProgram ? placeInProgram : .span(contentSpan) }

  /// The place of the node with its tag or anchor.
  package var wholePlace: SourcePlace { isFromProgram ? placeInProgram : .span(span) }

  /// The place of the YAML tag; without one, that of the whole node.
  package var tagPlace: SourcePlace { isFromProgram ? placeInProgram : .span(tagSpan ?? span) }

  private var placeInProgram: SourcePlace {
    .swift(tree.location(of: index))
  }

  /// The span from the tag or anchor to the end; a block collection ends with its last child.
  ///
  /// For a node that was reached through an alias, this is the anchored node's place. A program's
  /// nodes have only places: their spans are empty.
  package var span: SourceSpan { record.span(in: tree.file) }

  /// The span of the node without its tag and anchor.
  // Inlined into `place`, which a load asks for thirteen times a service.
  @inline(__always)
  package var contentSpan: SourceSpan {
    let record = record
    guard record.flags.contains(.hasProperties) else { return record.span(in: tree.file) }
    // Nearly always there is no need to search.
    if record.kind == .scalar, let text = record.rangeInSource, !text.isEmpty {
      let end = Int(record.upperBound)
      guard record.flags.contains(.endsBeforeQuote) else {
        return SourceSpan(tree.file, text.lowerBound..<end)
      }
      // A text that begins in another line than its quote has something else before it.
      if tree.file.bytes[text.lowerBound - 1] == tree.file.bytes[end - 1] {
        return SourceSpan(tree.file, text.lowerBound - 1..<end)
      }
    }
    let properties = NodeProperties(in: tree.file.bytes, record.range)
    return SourceSpan(tree.file, properties.contentStart..<record.range.upperBound)
  }

  /// The offset of a scalar's text if the file contains it verbatim; nil if escapes, folded or
  /// indented lines change it, and for a list or a map.
  package var textOffset: Int? {
    let record = record
    let isVerbatim = record.kind == .scalar && !record.flags.contains(.isCopied)
    return isVerbatim ? Int(record.first) : nil
  }

  /// The span of a scalar's text if the file contains it verbatim, as for ``textOffset``.
  package var textSpan: SourceSpan? {
    guard let start = textOffset else { return nil }
    return SourceSpan(tree.file, start..<start + textCount)
  }

  /// The span of the YAML tag; nil if none was written.
  package var tagSpan: SourceSpan? {
    let record = record
    guard record.flags.contains(.hasProperties) else { return nil }
    let properties = NodeProperties(in: tree.file.bytes, record.range)
    return properties.tag.map { SourceSpan(tree.file, $0) }
  }
}

extension NodeRecord {
  @inline(__always)
  fileprivate func span(in file: SourceFile) -> SourceSpan {
    SourceSpan(file, from: lowerBound, to: upperBound)
  }
}

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
