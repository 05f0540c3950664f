import PatchbayDiagnostics
import PatchbayYAML

extension YAMLNode {
  /// The place of a part of a scalar's text in the source.
  ///
  /// Where the text stands verbatim that is a matter of adding. Escapes and folded lines move it;
  /// then the part is looked for, and where it cannot be found the whole scalar is the place.
  func span(of range: Range<Int>, in text: String) -> SourceSpan {
    let content = contentSpan
    let source = content.file.bytes
    let whole = content.range
    let utf8 = Array(text.utf8)
    guard range.upperBound <= utf8.count, whole.upperBound <= source.count, !range.isEmpty else {
      return content
    }
    let part = utf8[range]
    let first = whole.isEmpty ? nil : source[whole.lowerBound]
    let shift = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") ? 1 : 0
    let start = whole.lowerBound + shift + range.lowerBound
    if start + part.count <= whole.upperBound,
      source[start..<start + part.count].elementsEqual(part)
    {
      return SourceSpan(content.file, start..<start + part.count)
    }
    // The parts before it that look the same are passed over.
    var earlier = Self.occurrences(of: part, in: utf8[..<range.lowerBound]).count
    for found in Self.occurrences(of: part, in: source[whole]) {
      if earlier == 0 { return SourceSpan(content.file, found..<found + part.count) }
      earlier -= 1
    }
    return content
  }

  private static func occurrences(
    of part: ArraySlice<UInt8>, in bytes: ArraySlice<UInt8>
  ) -> [Int] {
    guard let first = part.first, bytes.count >= part.count else { return [] }
    var found: [Int] = []
    for index in bytes.startIndex...(bytes.endIndex - part.count) where bytes[index] == first {
      if bytes[index..<index + part.count].elementsEqual(part) { found.append(index) }
    }
    return found
  }
}
