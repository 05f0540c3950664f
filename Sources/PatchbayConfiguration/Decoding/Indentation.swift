import PatchbayDiagnostics
import PatchbayYAML

extension YAMLNode {
  /// Whether it is a map in braces, as in `{ a: 1 }`: commas and the closing brace share lines with
  /// its entries, so that no entry can be moved by its lines.
  var isInBraces: Bool {
    let range = contentSpan.range
    return kind == .mapping && !range.isEmpty
      && span.file.bytes[range.lowerBound] == UInt8(ascii: "{")
  }

  /// The spaces before a key; nil if other text is before it in its line.
  var indentation: Int? {
    let start = span.file.lineRange(span.start.line).lowerBound
    let before = span.file.bytes[start..<span.range.lowerBound]
    return before.allSatisfy { $0 == 0x20 } ? before.count : nil
  }

  /// The line break after its first line.
  var lineBreak: String {
    let end = span.file.lineRange(span.start.line).upperBound
    return span.file.bytes[end...].starts(with: [0x0D, 0x0A]) ? "\r\n" : "\n"
  }
}

extension [Member] {
  /// Returns the edits that add spaces to each line of entries; nil if one of them does not begin its
  /// line, or if they have more lines than one fix changes.
  func indented(by spaces: Int) -> [TextEdit]? {
    let mostLines = 500
    var edits: [TextEdit] = []
    for member in self {
      let (key, value) = (member.key.span, member.value.span)
      guard value.file == key.file, member.key.indentation != nil else { return nil }
      let end = Swift.max(key.range.lowerBound, value.range.upperBound - 1)
      let lines = key.start.line...key.file.lineColumn(at: end).line
      guard lines.count + edits.count <= mostLines else { return nil }
      for number in lines {
        let line = key.file.bytes[key.file.lineRange(number)]
        if line.allSatisfy({ $0 == 0x20 }) { continue }
        let start = line.startIndex
        edits.append(
          .init(SourceSpan(key.file, start..<start), String(repeating: " ", count: spaces)))
      }
    }
    return edits
  }
}
