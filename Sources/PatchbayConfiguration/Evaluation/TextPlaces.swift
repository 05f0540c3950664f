import PatchbayDiagnostics
import PatchbayYAML

extension YAMLNode {
  /// Returns the place of a part of a scalar's text, given by its UTF-8 offsets, with the parts of a text
  /// that the source does not contain unchanged.
  ///
  /// If escapes or folded lines change the part, it has no place that a message could show, and the
  /// result is the whole scalar.
  func span(of range: Range<Int>, _ parts: TextParts?) -> SourceSpan {
    let content = contentSpan
    // Unchanged plain text, the usual case.
    if range.count == textCount, content.range.count == range.count { return content }
    guard !range.isEmpty else { return content }
    WorkMeter.count(1)
    if let offset = textOffset {
      return SourceSpan(content.file, offset + range.lowerBound..<offset + range.upperBound)
    }
    return parts?.place(of: range).map { SourceSpan(content.file, $0) } ?? content
  }
}

/// Finds the parts of a text, such as its `$(…)`, in a source that differs from it elsewhere: by escapes, or
/// by folded or indented lines.
///
/// A part is where its bytes are in the source, as often after the part before as in the text. So the
/// search goes forward only, and the places of all references in a text together take linear time.
final class TextParts {
  private let node: YAMLNode
  private lazy var text = node.withText { Array($0) }
  /// Where the last part begins, in the text and in the source.
  private var (offset, sourceOffset): (Int, Int)
  /// How many more parts are looked for to the end in vain, such as those with escapes inside of them.
  private var misses = 16

  init(_ node: YAMLNode) {
    self.node = node
    (offset, sourceOffset) = (0, Self.start(of: node))
  }

  /// Returns the offsets of a part in the source; nil if they cannot be found.
  func place(of part: Range<Int>) -> Range<Int>? {
    if part.lowerBound < offset { (offset, sourceOffset) = (0, Self.start(of: node)) }
    guard part.upperBound <= text.count, misses > 0 else { return nil }
    let wanted = text[part]
    let (source, end) = (node.contentSpan.file.bytes, node.contentSpan.range.upperBound)
    var found = Self.position(of: wanted, in: source[..<end], from: sourceOffset)
    while let before = Self.position(of: wanted, in: text[..<part.upperBound], from: offset),
      before < part.lowerBound
    {
      guard let same = found else { break }
      (offset, sourceOffset) = (before + 1, same + 1)
      found = Self.position(of: wanted, in: source[..<end], from: sourceOffset)
    }
    guard let found else {
      misses -= 1
      return nil
    }
    (offset, sourceOffset) = (part.lowerBound, found)
    return found..<found + part.count
  }

  /// The offset of a scalar's content; of a block, that of the line after its header, which may have a
  /// comment.
  private static func start(of node: YAMLNode) -> Int {
    let content = node.contentSpan
    let bytes = content.file.bytes[content.range]
    guard let first = bytes.first, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") else {
      return content.range.lowerBound
    }
    return bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? content.range.upperBound
  }

  private static func position(
    of wanted: ArraySlice<UInt8>, in bytes: ArraySlice<UInt8>, from start: Int
  ) -> Int? {
    var index = start
    while index + wanted.count <= bytes.endIndex {
      if bytes[index] == wanted.first, bytes[index..<index + wanted.count] == wanted {
        WorkMeter.count(index - start)
        return index
      }
      index += 1
    }
    WorkMeter.count(index - start)
    return nil
  }
}
