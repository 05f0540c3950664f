package import PatchbayDiagnostics

/// An unquoted text that was meant as a list or a map, and the characters that prevent that.
package struct MisreadText {
  /// The first of the characters.
  package let place: SourceSpan
  /// The description of the place, for a label.
  package let label: String
  /// Replaces the characters by those that YAML requires.
  package let fixIt: Diagnostic.FixIt

  /// Examines a scalar in place of a list or a map; returns nil if it may be any text.
  package init?(_ node: YAMLNode, asList: Bool) {
    let span = node.contentSpan
    guard node.kind == .scalar, !node.isQuoted, !span.isRedacted else { return nil }
    let bytes = span.file.bytes
    // A list or a map cannot begin on the same line after its key.
    let before = bytes[..<span.range.lowerBound].last { !isBlank($0) }
    guard before.map(isLineBreak) ?? true else { return nil }
    var edits: [TextEdit] = []
    var message: String?
    for line in Self.lines(of: span) {
      let blanks = UnusualBlanks(in: span.file, line)
      if !blanks.runs.isEmpty {
        message = message ?? blanks.message
        edits += blanks.edits
      } else if asList, line.count > 1, bytes[line.lowerBound] == UInt8(ascii: "-"),
        bytes[line.lowerBound + 1] != UInt8(ascii: "-")
      {
        let end = line.lowerBound + 1
        edits.append(TextEdit(SourceSpan(span.file, end..<end), " "))
      } else {
        // The line can only be text.
        return nil
      }
    }
    guard let first = edits.first?.span.range else { return nil }
    let dash = first.lowerBound - 1..<first.lowerBound
    place = SourceSpan(span.file, first.isEmpty ? dash : first)
    label = message ?? "a space belongs after this"
    fixIt = Diagnostic.FixIt(
      message == nil ? "add the space" : UnusualBlanks.advice,
      edits: edits, isCertain: true)
  }

  /// Returns the lines of a text without their indentation.
  private static func lines(of span: SourceSpan) -> [Range<Int>] {
    let bytes = span.file.bytes
    return bytes[span.range].split(whereSeparator: isLineBreak).compactMap { line in
      let start = line.firstIndex { !isBlank($0) }
      return start.map { $0..<line.endIndex }
    }
  }
}
