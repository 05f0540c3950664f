/// The replacement of the text of one span.
public struct TextEdit: Sendable, Hashable {
  /// The text to replace; an empty span is a place to insert at.
  public var span: SourceSpan
  /// The new text.
  public var replacement: String

  package init(_ span: SourceSpan, _ replacement: String) {
    self.span = span
    self.replacement = replacement
  }
}
