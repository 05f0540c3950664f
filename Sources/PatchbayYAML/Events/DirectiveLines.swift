import PatchbayDiagnostics

/// Counts directive lines before libyaml reads them, because its cost for them is quadratic.
enum DirectiveLines {
  /// Returns the error if more directive lines than allowed precede the document that begins at
  /// or after an offset.
  static func excess(
    in file: SourceFile, from start: Int, _ limits: YAMLLimits
  ) -> Diagnostic? {
    let bytes = file.bytes
    var count = 0
    var line = start
    // Between documents: blank lines, comments, directives, and the end mark of the previous one.
    // The first line may be the rest of a line, which then contains only blanks and a comment.
    while line < bytes.count {
      var end = line
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      if bytes[line] == UInt8(ascii: "%") {
        count += 1
        if count > limits.directiveLines {
          return .exceeded("directiveLines", limits.directiveLines, at: file.place(line..<end)) {
            "more than \($0) directive lines precede a document"
          }
        }
      } else if !isBetweenDocuments(bytes[line..<end]) {
        return nil
      }
      line = end + 1
    }
    return nil
  }

  private static func isBetweenDocuments(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "...".utf8) { return true }
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
    return first == UInt8(ascii: "#")
  }
}
