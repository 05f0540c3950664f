import PatchbayDiagnostics
import PatchbayYAML

/// A `$(…)` of which YAML read only a part: inside `{ }` and `[ ]`, a comma or a bracket in its
/// default ends an unquoted value.
struct CutReference {
  /// The whole value as it was meant, up to its `)`.
  let span: SourceSpan
  /// The character that ended the value.
  let delimiter: String

  /// Finds the rest of the reference in a value; nil if the value is quoted, or if the text after
  /// it cannot be the rest.
  init?(_ node: YAMLNode) {
    guard node.kind == .scalar, !node.isQuoted else { return nil }
    let content = node.contentSpan
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
    span = SourceSpan(content.file, content.range.lowerBound..<close + 1)
    delimiter = String(decoding: [bytes[content.range.upperBound]], as: UTF8.self)
  }

  /// The fix; not certain, because the `)` may belong to another text.
  var fixIt: Diagnostic.FixIt {
    let text = String(decoding: span.file.bytes[span.range], as: UTF8.self)
    let message = "`\(delimiter)` ends an unquoted value inside `{ }` and `[ ]`: put it in quotes"
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      // Not repeated: it may be secret.
      let ends = [span.range.lowerBound, span.range.upperBound]
      return .init(message, edits: ends.map { TextEdit(SourceSpan(span.file, $0..<$0), "\"") })
    }
    return .init(message, replacing: .span(span), with: ScalarText.doubleQuoted(text))
  }
}
