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

// A value has at most one tag, and `! !ref mailer` would be the next error.
extension TextEdit {
  /// The same edit, over the tag before a text in place of which it writes a tag.
  var replacingTag: TextEdit {
    guard let tag else { return self }
    return TextEdit(
      SourceSpan(span.file, tag.range.lowerBound..<span.range.upperBound), replacement)
  }

  /// The YAML tag directly before the span, in its line, if the edit writes a tag; nil if there is none.
  var tag: SourceSpan? {
    guard replacement.utf8.first == UInt8(ascii: "!") else { return nil }
    let bytes = span.file.bytes
    var end = span.range.lowerBound
    while end > 0, bytes[end - 1].isBlank { end -= 1 }
    guard end < span.range.lowerBound, end > 0 else { return nil }
    var start = end
    // `!<tag:yaml.org,2002:str>` contains a comma.
    if bytes[end - 1] == UInt8(ascii: ">") {
      while start > 0, bytes[start - 1] != UInt8(ascii: "<"), !bytes[start - 1].isBlank {
        start -= 1
      }
    }
    let borders = Array(" \t\r\n[{,:".utf8)
    while start > 0, !borders.contains(bytes[start - 1]) { start -= 1 }
    // In `!!str` no border stands between the signs.
    return start < end && bytes[start] == UInt8(ascii: "!")
      ? SourceSpan(span.file, start..<end) : nil
  }
}
