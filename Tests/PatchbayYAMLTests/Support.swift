import PatchbayDiagnostics

@testable import PatchbayYAML

/// What one text gives.
struct Parsed {
  var document: YAMLDocument?
  var diagnostics: [Diagnostic]

  init(_ bytes: [UInt8], name: String = "services.yaml", limits: YAMLLimits = YAMLLimits()) {
    var collector = DiagnosticCollector()
    document = YAMLDocument.parse(name: name, bytes: bytes, limits: limits, into: &collector)
    diagnostics = collector.diagnostics.sortedByPlace()
  }

  init(_ text: String, name: String = "services.yaml", limits: YAMLLimits = YAMLLimits()) {
    self.init(Array(text.utf8), name: name, limits: limits)
  }

  var root: YAMLNode? { document?.root }
  var codes: [String] { diagnostics.map(\.code.name) }
  /// The messages, each with its primary place: `3:5 a message`.
  var messages: [String] { diagnostics.map { "\($0.primaryPlace) \($0.message)" } }
}

extension Diagnostic {
  var primaryPlace: String { labels.first?.place.text ?? "-" }
}

extension SourcePlace {
  /// `line:column-column`, or with both lines where there are two.
  var text: String {
    guard let span else { return "-" }
    let end = span.file.lineColumn(at: span.range.upperBound)
    let start = span.start
    return start.line == end.line
      ? "\(start.line):\(start.column)-\(end.column)"
      : "\(start.line):\(start.column)-\(end.line):\(end.column)"
  }
}

extension SourceSpan {
  /// The text that the span covers.
  var covered: String { String(decoding: file.bytes[range], as: UTF8.self) }
}

extension YAMLNode {
  /// The tree as one line: `{a: [1, "2"], b: !ref x}`.
  var outline: String {
    let prefix = tag.map { $0 + " " } ?? ""
    switch kind {
    case .scalar: return prefix + (isQuoted ? "\"\(text)\"" : isNull ? "null" : text)
    case .sequence: return prefix + "[" + elements.map(\.outline).joined(separator: ", ") + "]"
    case .mapping:
      let entries = entries.map { "\($0.key.outline): \($0.value.outline)" }
      return prefix + "{" + entries.joined(separator: ", ") + "}"
    }
  }
}
