import PatchbayDiagnostics
import PatchbayYAML

/// The places of the parts of a scalar's text in its source.
struct TextPlaces {
  private let node: YAMLNode
  /// Where the text stands as it is, its offset in the source.
  private let offset: Int?
  /// Where it does not.
  private let alignment: TextAlignment?

  init(_ node: YAMLNode) {
    self.node = node
    offset = node.textOffset
    alignment = offset == nil ? TextAlignment(node) : nil
  }

  /// The place of a part of the text, given by its UTF-8 offsets.
  ///
  /// What escapes or folded lines make of the part is no place that a message could show; then it is
  /// the whole scalar.
  func span(of range: Range<Int>) -> SourceSpan {
    let content = node.contentSpan
    // Plain text that stands as it is: by far the most.
    if range.count == node.textCount, content.range.count == range.count { return content }
    guard !range.isEmpty else { return content }
    WorkMeter.count(1)
    if let offset {
      return SourceSpan(content.file, offset + range.lowerBound..<offset + range.upperBound)
    }
    return alignment?.range(of: range).map { SourceSpan(content.file, $0) } ?? content
  }
}
