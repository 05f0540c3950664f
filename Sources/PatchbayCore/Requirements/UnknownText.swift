package import PatchbayDiagnostics

/// A text with parts from outside the configuration, as its sources: those that a check does not read,
/// and in the composition that a model shows of a text also those that are known.
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
      /// A file outside the configuration's folder, or in a composition any file.
      case file
      /// A source that the program registers, or a path that is not known; by its name.
      case registered(String)
      /// A path of the configuration; only in a composition.
      case path
    }

    /// What the text comes from.
    package let kind: Kind
    /// The place of the `$(…)`.
    package let place: SourcePlace
    /// The value where the variable is unset, or empty unless ``keepsEmpty``.
    package let fallback: ConfigurationValue?
    /// Whether an empty text counts as set: the default follows `??`, and not `:-`.
    package let keepsEmpty: Bool
    /// The parts of a path that is not known, which are read as texts.
    package let inner: [Piece]
    /// The parts of the path, for people and models: that of a file is relative to the folder of the
    /// root, unless it is absolute. Empty for one that must not be shown, or that no other file could
    /// write.
    package let shownPath: [Piece]

    /// Creates a part that is not read.
    package init(
      _ kind: Kind, at place: SourcePlace, fallback: ConfigurationValue? = nil,
      keepsEmpty: Bool = false, inner: [Piece] = [], shownPath: [Piece] = []
    ) {
      (self.kind, self.place, self.fallback) = (kind, place, fallback)
      self.keepsEmpty = keepsEmpty
      (self.inner, self.shownPath) = (inner, shownPath)
    }

    /// What the default follows.
    package var defaultSign: String { keepsEmpty ? "??" : ":-" }

    /// The path, if it is known and may be shown.
    package var path: String? {
      if shownPath.count == 1, case .text(let path) = shownPath[0] { path } else { nil }
    }
  }

  /// The parts, in order; no two texts follow each other.
  package let pieces: [Piece]
  /// The bytes of all that it consists of, defaults and paths included, as if nothing was shared:
  /// what a limit has to count, because everything that reads the text visits all of it.
  package let weight: Int
  /// How deep defaults nest.
  package let depth: Int
  /// The default of a part that a text cannot contain, such as null; nil if there is none.
  package let impossiblePart: ConfigurationValue?

  /// Creates a text of parts, at least one of which is a source.
  package init(_ parts: [Piece]) {
    var pieces: [Piece] = []
    var (weight, depth) = (0, 1)
    var impossiblePart: ConfigurationValue?
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
        weight.add(8 + (fallback?.weight ?? 0) + Self.weight(of: source.inner))
        depth = max(depth, 1 + (fallback?.unknownDepth ?? 0))
        if let text = fallback?.unknownText {
          impossiblePart = impossiblePart ?? text.impossiblePart
        } else if let fallback, !fallback.isText {
          impossiblePart = impossiblePart ?? fallback
        }
      }
      pieces.append(part)
    }
    (self.pieces, self.weight, self.depth) = (pieces, weight, depth)
    self.impossiblePart = impossiblePart
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

  /// Whether it is one `$(env:…)` alone.
  package var isOneVariable: Bool { pieces.count == 1 && isOfVariables }

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
      case .source(let source): source.description
      }
    }.joined()
  }
}

extension UnknownText.Source: CustomStringConvertible {
  /// The reference as a configuration writes it.
  package var description: String {
    switch kind {
    case .variable(let name): "$(env:\(name))"
    case .file: "$(file:\(path ?? "…"))"
    case .registered(let name): "$(\(name):…)"
    case .path: "$(path:\(path ?? "…"))"
    }
  }
}

// The text where variables have values; nil if it depends on anything else.
extension UnknownText {
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
  fileprivate func text(with values: [String: String]) -> String? {
    guard case .variable(let name) = kind else { return nil }
    if let value = values[name], keepsEmpty || !value.isEmpty { return value }
    switch fallback?.content {
    case .scalar(let scalar): return scalar.text
    case .unknown(let text): return text.text(with: values)
    default: return nil
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
    unknownText?.depth ?? parts.map(\.unknownDepth).max() ?? 0
  }

  /// The parts of a text, of one that is known with their sources; none of any other value.
  package var composition: [UnknownText.Piece] {
    if let composition = provenance.composition { return composition.pieces }
    switch content {
    case .scalar(let scalar): return [.text(scalar.text)]
    case .unknown(let text): return text.pieces
    case .null, .list, .map, .service, .faulty: return []
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
    firstPart { $0.unknownText != nil } != nil
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
      guard var fallback = source.fallback?.withDefaults else { return nil }
      if let own = source.fallback?.unknownText, own.whole == nil,
        case .scalar(let scalar) = fallback.content
      {
        fallback.content = .scalar(scalar.ofVariable)
      }
      return disclosure == .secret ? fallback.concealed : fallback
    }
    guard let whole = text.text(with: [:]) else { return nil }
    var value = self
    value.content = .scalar(.init(whole, isQuoted: true))
    return value
  }
}
