import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

extension Evaluator {
  /// A scalar whose text may contain `$(…)`, and a part of its text.
  struct TextSource {
    let node: YAMLNode
    let layer: Int
    let disclosure: ConfigurationValue.Disclosure
    /// The UTF-8 offsets of the part in the whole text.
    private(set) var range: Range<Int>

    @inline(__always)
    init(_ value: LayeredValue, _ disclosure: ConfigurationValue.Disclosure) {
      (node, layer, self.disclosure) = (value.node, value.layer, disclosure)
      range = 0..<node.textCount
    }

    func part(_ range: Range<Int>) -> TextSource {
      var part = self
      part.range = range
      return part
    }

    /// The whole text.
    var text: String { node.text }
    var isWhole: Bool { range == 0..<node.textCount }
    /// The place of the part.
    var place: SourcePlace { .span(node.span(of: range)) }
    /// The place of the part, if the file spells it as it is.
    var exactPlace: SourcePlace? {
      let place = place
      return place.span?.range.count == range.count ? place : nil
    }
    /// The provenance of the part, and of the whole text, with its quotes.
    var provenance: Provenance { Provenance(Origin(place: place, layer: layer)) }
    var wholeProvenance: Provenance { Provenance(Origin(place: node.place, layer: layer)) }
  }
}

extension YAMLNode {
  /// Returns the place of a part of a scalar's text, given by its UTF-8 offsets.
  ///
  /// Where escapes, or folded or indented lines, make the text differ from its source, such as in
  /// `"\t$(one) $(two)"`, the part is searched in both: if they have it equally often, the second in
  /// the text is the second in the source. Otherwise, and in a long text, the result is the whole
  /// scalar.
  func span(of part: Range<Int>) -> SourceSpan {
    let content = contentSpan
    // Unchanged plain text, the usual case.
    if part.count == textCount, content.range.count == part.count { return content }
    guard !part.isEmpty else { return content }
    WorkMeter.count(1)
    if let offset = textOffset {
      return SourceSpan(content.file, offset + part.lowerBound..<offset + part.upperBound)
    }
    guard textCount <= Self.longestSearched else { return content }
    let text = withText { Array($0) }
    var source = content.file.bytes[content.range]
    // The header of a block may have a comment.
    if let first = source.first, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
      source = source.drop { $0 != 0x0A && $0 != 0x0D }
    }
    WorkMeter.count(text.count + source.count)
    let inText = text[...].offsets(of: text[part])
    let inSource = source.offsets(of: text[part])
    guard inText.count == inSource.count, let index = inText.firstIndex(of: part.lowerBound) else {
      return content
    }
    return SourceSpan(content.file, inSource[index]..<inSource[index] + part.count)
  }

  /// The longest text that is searched: each of its references is searched in all of it.
  private static let longestSearched = 512
}

extension ArraySlice<UInt8> {
  /// Returns where some bytes occur, except after a backslash, with which they would be an escape.
  fileprivate func offsets(of part: ArraySlice<UInt8>) -> [Int] {
    indices.filter { index in
      self[index...].starts(with: part)
        && (index == startIndex || self[index - 1] != UInt8(ascii: "\\"))
    }
  }
}

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
