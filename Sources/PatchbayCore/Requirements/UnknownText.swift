package import PatchbayDiagnostics

/// A text with parts from outside the configuration that a check does not read.
///
/// A variable, a file and a source always give a text: such a value is never null, a list or a map,
/// unless a default is.
package final class UnknownText: Sendable {
  /// A part of the text.
  package enum Piece: Sendable {
    case text(String)
    case source(Source)
  }

  /// One `$(…)` whose text is not read.
  package struct Source: Sendable {
    /// What the text comes from.
    package enum Kind: Sendable, Hashable {
      /// An environment variable, by its name.
      case variable(String)
      /// A file outside the configuration's folder; nil if its path is not known.
      case file(String?)
      /// A source that the program registers, or a path; by its name.
      case registered(String)
    }

    /// What the text comes from.
    package let kind: Kind
    /// The place of the `$(…)`.
    package let place: SourcePlace
    /// The value where the variable is unset or empty.
    package let fallback: ConfigurationValue?
    /// The parts of the path, which are read as texts.
    package let inner: [Piece]

    /// Creates a part that is not read.
    package init(
      _ kind: Kind, at place: SourcePlace, fallback: ConfigurationValue? = nil, inner: [Piece] = []
    ) {
      (self.kind, self.place, self.fallback, self.inner) = (kind, place, fallback, inner)
    }
  }

  /// The parts, in order; no two texts follow each other.
  package let pieces: [Piece]

  /// Creates a text of parts, at least one of which is not known.
  package init(_ pieces: [Piece]) { self.pieces = pieces }

  /// The number of bytes of the known parts.
  package var knownBytes: Int {
    pieces.reduce(0) { sum, piece in
      if case .text(let text) = piece { sum + text.utf8.count } else { sum }
    }
  }

  /// The default of a part that cannot stand inside a text, such as null; nil if there is none.
  package var impossiblePart: ConfigurationValue? {
    for case .source(let source) in pieces {
      switch source.fallback?.content {
      case .unknown(let text): if let part = text.impossiblePart { return part }
      case .null, .list, .map, .service: return source.fallback
      case .scalar, .faulty, nil: break
      }
    }
    return nil
  }

  /// The source, if the text is that of one source alone.
  var whole: Source? {
    if pieces.count == 1, case .source(let source) = pieces[0] { source } else { nil }
  }
}

extension UnknownText: CustomStringConvertible {
  /// The text as a configuration writes it, without defaults: `http://$(env:HOST)/`.
  package var description: String { Self.text(of: pieces) }

  static func text(of pieces: some Sequence<Piece>) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .source(let source): source.kind.description
      }
    }.joined()
  }
}

extension UnknownText.Source.Kind: CustomStringConvertible {
  /// The reference as a configuration writes it.
  package var description: String {
    switch self {
    case .variable(let name): "$(env:\(name))"
    case .file(let path): "$(file:\(path ?? "…"))"
    case .registered(let name): "$(\(name):…)"
    }
  }
}

extension ConfigurationValue {
  /// Whether the value or a part of it is not known; without recursion, because the user determines
  /// the depth.
  var hasUnknownPart: Bool {
    switch content {
    case .scalar, .null, .service, .faulty: return false
    case .unknown: return true
    case .list, .map: break
    }
    var pending = [self]
    while let next = pending.popLast() {
      switch next.content {
      case .unknown: return true
      case .list(let elements): pending += elements
      case .map(let entries): pending += entries.map(\.value)
      case .scalar, .null, .service, .faulty: break
      }
    }
    return false
  }

  /// The value where everything that has a default is unset; nil if a part has none.
  ///
  /// The evaluation limits how deep values and defaults nest.
  package var withDefaults: ConfigurationValue? {
    var value = self
    switch content {
    case .scalar, .null, .service, .faulty: return self
    case .list(let elements):
      var known: [ConfigurationValue] = []
      for element in elements {
        guard let element = element.withDefaults else { return nil }
        known.append(element)
      }
      value.content = .list(known)
    case .map(let entries):
      var known: [Entry] = []
      for entry in entries {
        guard let part = entry.value.withDefaults else { return nil }
        known.append(Entry(key: entry.key, keyPlace: entry.keyPlace, value: part))
      }
      value.content = .map(known)
    case .unknown(let text):
      if let source = text.whole {
        guard var fallback = source.fallback?.withDefaults else { return nil }
        fallback.disclosure = max(fallback.disclosure, disclosure == .secret ? .secret : .open)
        return fallback
      }
      var whole = ""
      for piece in text.pieces {
        switch piece {
        case .text(let text): whole += text
        case .source(let source):
          guard case .scalar(let scalar)? = source.fallback?.withDefaults?.content else {
            return nil
          }
          whole += scalar.text
        }
      }
      value.content = .scalar(.init(whole, isQuoted: true))
    }
    return value
  }
}
