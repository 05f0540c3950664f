/// A model keeps the source of each text from outside an entry, of which some are known: files below
/// the root, and paths. Everything that reads such a text reads it as if only the text was there.
extension ConfigurationValue {
  /// The value with the texts of all parts that are known.
  package var withKnownParts: ConfigurationValue {
    var value = self
    switch content {
    case .unknown(let text) where text.hasKnownParts:
      let text = UnknownText(UnknownText.withKnownParts(text.pieces))
      // Adjacent texts are joined.
      if case .text(let known)? = text.pieces.first, text.pieces.count == 1 {
        value.content = .scalar(.init(known, isQuoted: true))
      } else {
        value.content = .unknown(text)
      }
    case .list(let elements) where hasUnknownPart:
      value.content = .list(elements.map(\.withKnownParts))
    case .map(let entries) where hasUnknownPart:
      value.content = .map(
        entries.map { .init(key: $0.key, keyPlace: $0.keyPlace, value: $0.value.withKnownParts) })
    case .unknown, .list, .map, .scalar, .null, .service, .faulty: break
    }
    return value
  }
}

extension UnknownText {
  /// Returns pieces with the texts of all that are known.
  fileprivate static func withKnownParts(_ pieces: [Piece]) -> [Piece] {
    pieces.map { piece in
      guard case .source(let source) = piece, source.hasKnownParts else { return piece }
      if let known = source.known { return .text(known) }
      return .source(
        Source(
          source.kind, at: source.place, fallback: source.fallback?.withKnownParts,
          inner: withKnownParts(source.inner), shownPath: source.shownPath))
    }
  }

  /// Returns the text where variables have values; nil if it depends on anything else.
  package func text(with values: [String: String]) -> String? {
    var result = ""
    for piece in pieces {
      switch piece {
      case .text(let text): result += text
      case .source(let source):
        guard let text = source.text(with: values) else { return nil }
        result += text
      }
    }
    return result
  }
}

extension UnknownText.Source {
  /// Whether its text is known, or that of a part of its default or path.
  var hasKnownParts: Bool {
    known != nil || fallback?.hasKnownParts == true
      || inner.contains { piece in
        if case .source(let source) = piece { source.hasKnownParts } else { false }
      }
  }

  fileprivate func text(with values: [String: String]) -> String? {
    if let known { return known }
    guard case .variable(let name) = kind else { return nil }
    if let value = values[name], fallback == nil || !value.isEmpty { return value }
    switch fallback?.content {
    case .scalar(let scalar): return scalar.text
    case .unknown(let text): return text.text(with: values)
    default: return nil
    }
  }
}

extension ConfigurationValue {
  /// Whether the text of a part is known; the evaluation limits how deep values nest.
  fileprivate var hasKnownParts: Bool {
    switch content {
    case .unknown(let text): text.hasKnownParts
    case .list(let elements): elements.contains(where: \.hasKnownParts)
    case .map(let entries): entries.contains { $0.value.hasKnownParts }
    case .scalar, .null, .service, .faulty: false
    }
  }
}
