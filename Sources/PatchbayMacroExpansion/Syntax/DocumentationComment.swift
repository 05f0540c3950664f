/// The comment that documents a declaration.
package struct DocumentationComment {
  /// Its first sentence; nil without a comment.
  package let summary: String?

  /// Reads the comment before the first token of a declaration: `///` lines or `/** … */`.
  package init(before declaration: SourceText) {
    let text = String(decoding: declaration.bytes[..<declaration.offset(0)], as: UTF8.self)
    var lines: [String] = []
    var isInBlock = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var line = line.trimmed
      if isInBlock || line.hasPrefix("/**") && !line.hasPrefix("/**/") {
        if !isInBlock { line = line.dropFirst(3).trimmed }
        isInBlock = !line.hasSuffix("*/")
        if !isInBlock { line = line.dropLast(2).trimmed }
        lines.append(String((line.hasPrefix("*") ? line.dropFirst() : line).trimmed))
      } else if line.hasPrefix("///") {
        lines.append(String(line.dropFirst(3).trimmed))
      } else if !line.isEmpty {
        // Another comment ends it: the last one is meant.
        lines = []
      }
    }
    let paragraph = lines.drop { $0.isEmpty }.prefix { !$0.isEmpty }.joined(separator: " ")
    summary = paragraph.isEmpty ? nil : Self.firstSentence(of: paragraph)
  }

  /// The text to the first period that a space and a capital letter follow: that of `e.g. this`
  /// ends no sentence.
  private static func firstSentence(of paragraph: String) -> String {
    var rest = paragraph[...]
    while let end = rest.firstIndex(where: { ".!?".contains($0) }) {
      let after = paragraph[paragraph.index(after: end)...]
      if after.first == " ", let next = after.dropFirst().first, !next.isLowercase {
        return String(paragraph[...end])
      }
      rest = after
    }
    return paragraph
  }
}

extension Substring {
  /// The text without spaces at its ends.
  var trimmed: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
