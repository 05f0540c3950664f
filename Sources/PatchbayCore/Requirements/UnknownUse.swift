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

  /// Whether the part is the whole text.
  var isWhole: Bool { pieces.count == 1 }

  /// The text around the part, as a configuration writes it; nil if there is none.
  var pattern: String? {
    if isWhole { return nil }
    guard isSecret else { return UnknownText.text(of: pieces) }
    // The known parts of a secret are secret, too.
    return "…\(source.kind)…"
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

  private static func all(
    of pieces: [UnknownText.Piece], read reader: TextReader, as subject: String, isSecret: Bool
  ) -> [UnknownUse] {
    var uses: [UnknownUse] = []
    for (position, piece) in pieces.enumerated() {
      guard case .source(let source) = piece else { continue }
      uses.append(
        UnknownUse(
          source: source, pieces: pieces, position: position, reader: reader, subject: subject,
          isSecret: isSecret))
      if case .unknown(let fallback)? = source.fallback?.content {
        // Where the variable is unset, its default is read in its place.
        var replaced = pieces
        replaced.replaceSubrange(position...position, with: fallback.pieces)
        let range = position..<position + fallback.pieces.count
        uses += all(of: replaced, read: reader, as: subject, isSecret: isSecret)
          .filter { range.contains($0.position) }
      }
      if !source.inner.isEmpty, let path = TextReader(String.self) {
        uses += all(of: source.inner, read: path, as: subject, isSecret: isSecret)
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
    return Diagnostic(
      .variableMismatch, "\(subject) must be \(expectation), and no text makes it one",
      at: value.place, "the text\(shown) is never \(TypeName(type.type).withArticle)"
    )
    .labels(value.provenance.via.map { .init($0, "used here") })
  }
}
