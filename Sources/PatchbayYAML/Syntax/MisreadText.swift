package import PatchbayDiagnostics

/// An unquoted text that was meant as a list or a map, and the signs that keep YAML from seeing it.
package struct MisreadText {
  /// The first sign.
  package let place: SourceSpan
  /// What is there, for a label.
  package let label: String
  /// Writes the signs as YAML needs them.
  package let fixIt: Diagnostic.FixIt

  /// Looks at a scalar in the place of a list or a map; nil where it may be any text.
  package init?(_ node: YAMLNode, asList: Bool) {
    let span = node.contentSpan
    guard node.kind == .scalar, !node.isQuoted, !span.isRedacted else { return nil }
    let bytes = span.file.bytes
    // After its key on the same line nothing can be a list or a map.
    let before = bytes[..<span.range.lowerBound].last { !isBlank($0) }
    guard before.map(isLineBreak) ?? true else { return nil }
    var edits: [(range: Range<Int>, replacement: String)] = []
    var lookalikes: [LookalikeLine.Found] = []
    for line in Self.lines(of: span) {
      let found = LookalikeLine(bytes, line).found
      if !found.isEmpty {
        lookalikes += found
        edits += found.joinedEdits
      } else if asList, line.count > 1, bytes[line.lowerBound] == UInt8(ascii: "-"),
        bytes[line.lowerBound + 1] != UInt8(ascii: "-")
      {
        edits.append((line.lowerBound + 1..<line.lowerBound + 1, " "))
      } else {
        // A line that is a text in any case.
        return nil
      }
    }
    guard let first = edits.first else { return nil }
    if let lookalike = lookalikes.first {
      place = SourceSpan(span.file, lookalike.lookalike.range)
      label = LookalikeFindings.message(lookalike)
    } else {
      place = SourceSpan(span.file, first.range.lowerBound - 1..<first.range.lowerBound)
      label = "a space belongs after this"
    }
    fixIt = Diagnostic.FixIt(
      lookalikes.isEmpty ? "add the space" : LookalikeFindings.advice(lookalikes),
      edits: edits.map { .init(SourceSpan(span.file, $0.range), $0.replacement) },
      isCertain: true)
  }

  /// The lines of a text without their indentation.
  private static func lines(of span: SourceSpan) -> [Range<Int>] {
    let bytes = span.file.bytes
    return bytes[span.range].split(whereSeparator: isLineBreak).compactMap { line in
      let start = line.firstIndex { !isBlank($0) }
      return start.map { $0..<line.endIndex }
    }
  }
}
