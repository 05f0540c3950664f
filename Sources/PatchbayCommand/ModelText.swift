import PatchbayCore
import PatchbayDiagnostics

extension WiringModel.Value {
  /// The value on one line, as a configuration writes it; no secret is shown.
  var text: String { DisplayText.line(content.written, limit: 120) }

  /// The parts of a list or a map, by number or key; empty for any other value.
  var parts: [(name: String, value: WiringModel.Value)] {
    switch content {
    case .list(let elements): elements.enumerated().map { ("[\($0.offset)]", $0.element) }
    case .map(let entries): entries.map { ($0.key, $0.value) }
    default: []
    }
  }
}

extension WiringModel.Value.Content {
  fileprivate var written: String {
    switch self {
    case .null: "null"
    case .required: "(required, and not set)"
    case .text(let text): text.isEmpty ? "\"\"" : text
    case .composed(let pieces): pieces.map(\.written).joined()
    case .external: "[external]"
    case .secret: "[secret]"
    case .list(let elements): "[\(elements.map(\.content.written).joined(separator: ", "))]"
    case .map(let entries):
      entries.isEmpty
        ? "{}"
        : "{ \(entries.map { "\($0.key): \($0.value.content.written)" }.joined(separator: ", ")) }"
    case .service(.reference(let key)): "!ref \(key)"
    case .service(.optional(let key)): "!optional \(key)"
    case .service(.tagged(let tag)): "!tagged \(tag)"
    case .service(.inner): "!inner"
    case .service(.inline): "!inline"
    }
  }
}

extension WiringModel.Value.Piece {
  fileprivate var written: String {
    switch self {
    case .text(let text): text
    case .source(let source): source.written
    }
  }
}

extension WiringModel.Value.Source {
  /// The `$(…)` that reads it; `…` for a path that is not shown.
  var written: String {
    let path = pathParts.isEmpty ? nil : pathParts.map(\.written).joined()
    let name =
      switch kind {
      case .variable(let name): "env:\(name)"
      case .file(let known): "file:\(known ?? path ?? "…")"
      case .path(let known): "path:\(known ?? path ?? "…")"
      case .registered(let name): "\(name):\(path ?? self.path ?? "…")"
      }
    return "$(\(name)\(fallback.map { ":-\($0.content.written)" } ?? ""))"
  }
}
