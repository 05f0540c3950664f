/// A model keeps the source of each text from outside an entry, of which some are known: files below
/// the root, and paths. Everything that reads such a text reads it as if only the text was there.
extension ConfigurationValue {
  /// The value with the texts of all parts that are known.
  package var withKnownParts: ConfigurationValue {
    guard case .unknown(let text) = content else {
      return hasUnknownPart ? mapParts(\.withKnownParts) : self
    }
    guard text.hasKnownParts else { return self }
    var value = self
    let known = UnknownText(UnknownText.withKnownParts(text.pieces))
    // Adjacent texts are joined.
    if case .text(let whole)? = known.pieces.first, known.pieces.count == 1 {
      value.content = .scalar(.init(whole, isQuoted: true))
    } else {
      value.content = .unknown(known)
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
    if case .unknown(let text) = content {
      text.hasKnownParts
    } else {
      parts.contains(where: \.hasKnownParts)
    }
  }
}
