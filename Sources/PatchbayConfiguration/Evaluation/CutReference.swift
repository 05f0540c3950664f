import PatchbayDiagnostics
import PatchbayYAML

/// A `$(…)` that YAML cut in two: a comma or a bracket in its default ends an unquoted value inside
/// `{ }` and `[ ]`.
struct CutReference {
  /// The whole value as it was meant, up to its `)`.
  let span: SourceSpan
  /// What cut it.
  let sign: String

  /// Nil where the value is quoted, or what follows it cannot be the rest of a reference.
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
    // Linear in the line: the search ends where the next value on it begins, after a `:` or at a `$`.
    let rest = bytes[content.range.upperBound...]
    guard let close = rest.firstIndex(where: { ")$:\n\r".utf8.contains($0) }),
      bytes[close] == UInt8(ascii: ")")
    else { return nil }
    span = SourceSpan(content.file, content.range.lowerBound..<close + 1)
    sign = String(decoding: [bytes[content.range.upperBound]], as: UTF8.self)
  }

  /// The fix; not certain, as the `)` may belong to something else.
  var fixIt: Diagnostic.FixIt {
    let text = String(decoding: span.file.bytes[span.range], as: UTF8.self)
    let quoted = "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    return .init(
      "`\(sign)` ends an unquoted value inside `{ }` and `[ ]`: put it in quotes",
      edits: [.init(span, quoted)])
  }
}
