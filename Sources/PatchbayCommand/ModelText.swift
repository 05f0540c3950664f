import PatchbayCore
import PatchbayDiagnostics

// Values of a model, in which no text of a secret occurs.
extension ConfigurationValue {
  /// The value on one line, as a configuration writes it; no secret is shown.
  var text: String { DisplayText.line(written, limit: 120) }

  /// The parts of a list or a map, by number or key; empty for any other value.
  var namedParts: [(name: String, value: ConfigurationValue)] {
    switch content {
    case .list(let elements): elements.enumerated().map { ("[\($0.offset)]", $0.element) }
    case .map(let entries): entries.map { ($0.key, $0.value) }
    default: []
    }
  }

  /// The value as a configuration writes it; no secret is shown.
  var written: String {
    switch content {
    case .null: "null"
    case .faulty: "(required, and not set)"
    case _ where isSecretText:
      "[secret]"
    case .scalar where disclosure == .external: "[external]"
    case .scalar(let scalar): scalar.text.isEmpty ? "\"\"" : scalar.text
    case .unknown(let text): text.pieces.map(\.written).joined()
    case .list(let elements): "[\(elements.map(\.written).joined(separator: ", "))]"
    case .map(let entries):
      entries.isEmpty
        ? "{}"
        : "{ \(entries.map { "\($0.key): \($0.value.written)" }.joined(separator: ", ")) }"
    case .service(let use):
      switch use.target {
      case .reference(let key): "!ref \(key.text)"
      case .optional(let key): "!optional \(key.text)"
      case .tagged(let tag): "!tagged \(tag.text)"
      case .inner: "!inner"
      case .inline: "!inline"
      }
    }
  }
}

extension UnknownText.Piece {
  /// The text, or the `$(…)` that reads it; `…` for a path that is not shown.
  var written: String {
    switch self {
    case .text(let text): return text
    case .source(let source):
      let path = source.shownPath.isEmpty ? "…" : source.shownPath.map(\.written).joined()
      let name =
        switch source.kind {
        case .variable(let name): "env:\(name)"
        case .file(let known): "file:\(known ?? path)"
        case .path(let known): "path:\(known ?? path)"
        case .registered(let name): "\(name):\(path)"
        }
      return "$(\(name)\(source.fallback.map { ":-\($0.written)" } ?? ""))"
    }
  }
}
