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
      /// A source that the program registers, or a path that is not known; by its name.
      case registered(String)
      /// A path of the configuration, relative to the folder of its root; nil if it must not be shown.
      case path(String?)
    }

    /// What the text comes from.
    package let kind: Kind
    /// The place of the `$(…)`.
    package let place: SourcePlace
    /// The value where the variable is unset or empty.
    package let fallback: ConfigurationValue?
    /// The parts of the path, which are read as texts.
    package let inner: [Piece]
    /// For a model, the parts of a path that is not known, relative to the folder of the root; empty
    /// for one that must not be shown, or that no other file could write.
    package let shownPath: [Piece]
    /// The text, if it is known and only kept together with its source, for a model.
    let known: String?

    /// Creates a part that is not read.
    package init(
      _ kind: Kind, at place: SourcePlace, fallback: ConfigurationValue? = nil, inner: [Piece] = [],
      shownPath: [Piece] = [], known: String? = nil
    ) {
      (self.kind, self.place, self.fallback, self.inner) = (kind, place, fallback, inner)
      (self.shownPath, self.known) = (shownPath, known)
    }
  }

  /// The parts, in order; no two texts follow each other.
  package let pieces: [Piece]
  /// The bytes of all that it consists of, defaults and paths included, as if nothing was shared:
  /// what a limit has to count, because everything that reads the text visits all of it.
  package let weight: Int
  /// How deep defaults nest.
  package let depth: Int
  /// Whether the text of a part is known.
  let hasKnownParts: Bool
  /// The default of a part that cannot stand inside a text, such as null; nil if there is none.
  package let impossiblePart: ConfigurationValue?

  /// Creates a text of parts, at least one of which is not known.
  package init(_ parts: [Piece]) {
    var pieces: [Piece] = []
    var (weight, depth) = (0, 1)
    var impossiblePart: ConfigurationValue?
    var hasKnownParts = false
    for part in parts {
      switch part {
      case .text(let text):
        weight.add(text.utf8.count)
        if case .text(let last)? = pieces.last {
          pieces[pieces.count - 1] = .text(last + text)
          continue
        }
      case .source(let source):
        let fallback = source.fallback
        hasKnownParts = hasKnownParts || source.hasKnownParts
        weight.add(8 + (fallback?.weight ?? 0) + Self.weight(of: source.inner))
        depth = max(depth, 1 + (fallback?.unknownDepth ?? 0))
        if case .unknown(let text)? = fallback?.content {
          impossiblePart = impossiblePart ?? text.impossiblePart
        } else if let fallback, !fallback.isText {
          impossiblePart = impossiblePart ?? fallback
        }
      }
      pieces.append(part)
    }
    (self.pieces, self.weight, self.depth) = (pieces, weight, depth)
    self.impossiblePart = impossiblePart
    self.hasKnownParts = hasKnownParts
  }

  private static func weight(of pieces: [Piece]) -> Int {
    pieces.isEmpty ? 0 : UnknownText(pieces).weight
  }

  /// Whether all unknown parts are variables.
  package var isOfVariables: Bool {
    pieces.allSatisfy { piece in
      guard case .source(let source) = piece else { return true }
      if case .variable = source.kind { return true }
      return false
    }
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
    case .path(let path): "$(path:\(path ?? "…"))"
    }
  }
}

extension Int {
  /// Adds a weight; the sum stays far from what would overflow.
  fileprivate mutating func add(_ weight: Int) { self = Swift.min(self + weight, 1 << 40) }
}

extension ConfigurationValue {
  /// The bytes of the value's texts, plus some for each part, so that a list of nulls is counted.
  package var weight: Int {
    switch content {
    case .scalar(let scalar): scalar.text.utf8.count
    case .unknown(let text): text.weight
    case .list(let elements): elements.reduce(into: 0) { $0.add(8 + $1.weight) }
    case .map(let entries):
      entries.reduce(into: 0) { $0.add(8 + $1.key.utf8.count + $1.value.weight) }
    case .null, .service, .faulty: 0
    }
  }

  /// How deep the defaults of its unknown texts nest.
  fileprivate var unknownDepth: Int {
    if case .unknown(let text) = content {
      text.depth
    } else {
      parts.map(\.unknownDepth).max() ?? 0
    }
  }

  /// The text, if it is one that is not known.
  package var unknownText: UnknownText? {
    if case .unknown(let text) = content { text } else { nil }
  }

  fileprivate var isText: Bool {
    switch content {
    case .scalar, .unknown, .faulty: true
    case .null, .list, .map, .service: false
    }
  }

  /// Whether the value or a part of it is not known.
  package var hasUnknownPart: Bool {
    firstPart { if case .unknown = $0.content { true } else { false } } != nil
  }

  /// The value where everything that has a default is unset; nil if a part has none.
  ///
  /// The evaluation limits how deep values and defaults nest, and what they weigh.
  package var withDefaults: ConfigurationValue? {
    guard case .unknown(let text) = content else {
      var isKnown = true
      let value = mapParts { part in
        guard isKnown, let known = part.withDefaults else {
          isKnown = false
          return part
        }
        return known
      }
      return isKnown ? value : nil
    }
    if let source = text.whole {
      guard let fallback = source.fallback?.withDefaults else { return nil }
      return disclosure == .secret ? fallback.concealed : fallback
    }
    guard let whole = text.text(with: [:]) else { return nil }
    var value = self
    value.content = .scalar(.init(whole, isQuoted: true))
    return value
  }
}
