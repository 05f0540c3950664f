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
      case .tagged(let tag, nil): "!tagged \(tag.text)"
      case .tagged(let tag, let key?): "!tagged { tag: \(tag.text), key: \(key.text) }"
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
        case .file: "file:\(path)"
        case .path: "path:\(path)"
        case .registered(let name): "\(name):\(path)"
        }
      return "$(\(name)\(source.fallback.map { source.defaultSign + $0.written } ?? ""))"
    }
  }
}

extension ModelParts.Parameter {
  /// A value under a name that `$(…)` could have.
  struct Part {
    let name: String
    /// Nil for a parameter that is required and not set.
    let value: ConfigurationValue?

    /// Whether its entries are parts of their own.
    fileprivate var entries: [ConfigurationValue.Entry] {
      if case .map(let entries)? = value?.content { entries } else { [] }
    }
  }

  /// The parameter and all entries of its maps, each map before its entries.
  var parts: [Part] {
    var parts: [Part] = []
    var pending = [Part(name: name, value: value)]
    while let part = pending.popLast() {
      parts.append(part)
      pending += part.entries.reversed().map {
        Part(name: "\(part.name).\($0.key)", value: $0.value)
      }
    }
    return parts
  }

  /// The parts that are no maps with entries.
  var leaves: [Part] { parts.filter(\.entries.isEmpty) }

  /// Returns a part by its name: `http.port` of `http`; nil if there is none.
  func part(_ name: String) -> Part? {
    guard name == self.name || name.hasPrefix(self.name + ".") else { return nil }
    return parts.first { $0.name == name }
  }

  /// Returns the places of `$(…)` that read a part: its own name, or that of a map around or in it.
  func uses(of name: String) -> [ParameterReference] {
    uses.filter { use in
      use.name == name || name.hasPrefix(use.name + ".") || use.name.hasPrefix(name + ".")
    }
  }
}
