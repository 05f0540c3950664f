package import PatchbayDiagnostics

/// One unknown part of a value, and what reads it.
package struct UnknownUse: Sendable {
  /// The part that is not known.
  let source: UnknownText.Source
  /// The whole text that it is a part of.
  let pieces: [UnknownText.Piece]
  /// The position of the part.
  let position: Int
  /// How the text is read.
  let reader: TextReader
  /// What is given the value: ``the argument `port` of `server` ``.
  let subject: String
  let isSecret: Bool
  /// The variables before it: the part is read where each of them is unset or empty.
  let conditions: [String]

  /// Whether the part is the whole text.
  var isWhole: Bool { pieces.count == 1 }

  /// The text around the part, as a configuration writes it; nil if there is none.
  var pattern: String? {
    if isWhole { return nil }
    // The known parts of a secret are secret, too, and a long text shows nothing.
    guard !isSecret, pieces.count <= 16 else { return "…\(source.kind)…" }
    return UnknownText.text(of: pieces)
  }

  /// Returns whether a text of the part can be read; true if other parts are not known, either.
  func accepts(_ text: String) -> Bool {
    var whole = ""
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let known): whole += known
      case .source where index == position: whole += text
      case .source: return true
      }
    }
    return reader.accepts(whole)
  }
}

extension UnknownUse {
  /// Returns the uses of all unknown parts of a text, including those in defaults and in paths.
  package static func all(
    of text: UnknownText, read reader: TextReader, as subject: String, isSecret: Bool
  ) -> [UnknownUse] {
    all(of: text.pieces, read: reader, as: subject, isSecret: isSecret)
  }

  /// The most parts of a text of which each use knows all others.
  private static let mostPieces = 256

  private static func all(
    of pieces: [UnknownText.Piece], in range: Range<Int>? = nil, read reader: TextReader,
    as subject: String, unless conditions: [String] = [], isSecret: Bool
  ) -> [UnknownUse] {
    var uses: [UnknownUse] = []
    for position in range ?? pieces.indices {
      guard case .source(let source) = pieces[position] else { continue }
      uses.append(
        UnknownUse(
          source: source, pieces: pieces, position: position, reader: reader, subject: subject,
          isSecret: isSecret, conditions: conditions))
      var inner = conditions
      if case .variable(let name) = source.kind { inner.append(name) }
      if case .unknown(let fallback)? = source.fallback?.content {
        // Where the variable is unset, its default is read in its place.
        if pieces.count <= mostPieces {
          var replaced = pieces
          replaced.replaceSubrange(position...position, with: fallback.pieces)
          uses += all(
            of: replaced, in: position..<position + fallback.pieces.count, read: reader,
            as: subject, unless: inner, isSecret: isSecret)
        } else if let text = TextReader(String.self) {
          uses += all(
            of: fallback.pieces, read: text, as: subject, unless: inner, isSecret: isSecret)
        }
      }
      if !source.inner.isEmpty, let path = TextReader(String.self) {
        uses += all(
          of: source.inner, read: path, as: subject, unless: conditions, isSecret: isSecret)
      }
    }
    return uses
  }
}

extension TextReader {
  /// Returns the error of a text that this type can read with no text in its unknown parts; nil if
  /// it may be able to.
  package func mismatch(
    _ text: UnknownText, in value: ConfigurationValue, of subject: String
  ) -> Diagnostic? {
    guard !canRead(text.pieces) else { return nil }
    let shown = value.disclosure == .secret ? "" : " `\(text)`"
    let diagnostic = Diagnostic(
      .variableMismatch, "\(subject) must be \(expectation), and no text makes it one",
      at: value.place, "the text\(shown) is never \(TypeName(type.type).withArticle)"
    )
    .labels(value.provenance.via.map { .init($0, "used here") })
    if value.disclosure == .secret { value.place.span?.hide() }
    return diagnostic
  }
}

/// A flag that decides the wiring, such as `enabled`, and that is not known.
package struct UnknownFlag: Sendable {
  /// The reference, as a configuration writes it; equal texts are equal flags.
  package let reference: String
  /// What a flag is where its variable is unset or empty.
  package enum Default: Sendable, Hashable {
    /// There is no default; a flag inside a default may be unset where that is not read.
    case none(isInner: Bool)
    case known(Bool)
    /// Another flag.
    case unknown
  }

  private var defaults: Set<Default> = []
  /// The first place that reads it.
  package let place: SourcePlace

  package init(_ reference: String, at place: SourcePlace) {
    self.reference = reference
    self.place = place
  }

  /// Adds the default of one place that reads it.
  package mutating func add(default fallback: Default) { defaults.insert(fallback) }

  /// The assumptions under which it has to be checked; nil for the defaults.
  package var states: [Bool?] {
    // A flag that has to be set is never unset; one with a single known default needs no third try.
    if defaults.contains(.none(isInner: false)) { return [true, false] }
    let isSimple = defaults.count == 1 && !defaults.contains(.unknown)
    return isSimple ? [true, false] : [true, false, nil]
  }
}
