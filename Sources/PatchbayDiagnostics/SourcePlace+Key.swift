extension SourcePlace {
  /// Returns the place extended to the left over the key of a `key: value` pair, if the text
  /// contains the key there; otherwise the place itself.
  ///
  /// - Parameter key: The key as it is written, such as `type`.
  /// - Returns: The extended place.
  package func extended(overKey key: String) -> SourcePlace {
    guard let span else { return self }
    let bytes = span.file.bytes
    var end = min(span.range.lowerBound, bytes.count)
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    guard end > 0, bytes[end - 1] == 0x3A else { return self }
    end -= 1
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    let start = end - key.utf8.count
    guard start >= 0, bytes[start..<end].elementsEqual(key.utf8) else { return self }
    return .span(SourceSpan(span.file, start..<span.range.upperBound))
  }
}
