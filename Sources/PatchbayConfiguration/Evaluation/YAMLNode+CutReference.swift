import PatchbayDiagnostics
import PatchbayYAML

extension YAMLNode {
  /// The whole of a `$(…)` of which the value is only the first part, up to its `)`, as in
  /// `{ host: $(env:HOSTS:-a, b) }`; nil if the value is quoted, or if the text after it cannot be the
  /// rest.
  ///
  /// YAML takes the rest for another entry. It is not read as one, and may be secret.
  var cutReference: SourceSpan? {
    guard kind == .scalar, !isQuoted else { return nil }
    let content = contentSpan
    let bytes = content.file.bytes
    let written = bytes[content.range]
    guard let open = written.lastIndex(of: UInt8(ascii: "(")), open > written.startIndex,
      written[open - 1] == UInt8(ascii: "$"), !written[open...].contains(UInt8(ascii: ")")),
      content.range.upperBound < bytes.count,
      ",[]{}".utf8.contains(bytes[content.range.upperBound])
    else { return nil }
    // The search is linear in the line: it ends at the next value, after a `:` or at a `$`.
    let rest = bytes[content.range.upperBound...]
    guard let close = rest.firstIndex(where: { ")$:\n\r".utf8.contains($0) }),
      bytes[close] == UInt8(ascii: ")")
    else { return nil }
    return SourceSpan(content.file, content.range.lowerBound..<close + 1)
  }
}
