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
  /// The variables before it: the part is read where each of them leaves it to its default.
  let conditions: [Condition]

  /// A variable that has to be unset, or empty if that is no text for it.
  package struct Condition: Sendable {
    package let name: String
    let keepsEmpty: Bool

    /// Whether the variable leaves a text to its default where it has a value; nil if it is unset.
    package func holds(where values: (_ name: String) -> String?) -> Bool {
      guard let value = values(name) else { return true }
      return value.isEmpty && !keepsEmpty
    }
  }

  /// Whether the part is the whole text.
  var isWhole: Bool { pieces.count == 1 }

  /// The text around the part, as a configuration writes it; nil if there is none.
  var pattern: String? {
    if isWhole { return nil }
    // The known parts of a secret are secret, too, and a long text shows nothing.
    guard !isSecret, pieces.count <= 16 else { return "…\(source)…" }
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
    as subject: String, unless conditions: [Condition] = [], isSecret: Bool
  ) -> [UnknownUse] {
    var uses: [UnknownUse] = []
    for position in range ?? pieces.indices {
      guard case .source(let source) = pieces[position] else { continue }
      uses.append(
        UnknownUse(
          source: source, pieces: pieces, position: position, reader: reader, subject: subject,
          isSecret: isSecret, conditions: conditions))
      var inner = conditions
      if case .variable(let name) = source.kind {
        inner.append(Condition(name: name, keepsEmpty: source.keepsEmpty))
      }
      if let fallback = source.fallback?.unknownText {
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
      .variableMismatch, "\(subject) must be \(expectation), and no text can be one",
      at: value.place, "the text\(shown) is never \(TypeName(type.type).withArticle)"
    )
    .labels(value.provenance.via.map { .init($0, "used here") })
    if value.disclosure == .secret { value.place.span?.hide() }
    return diagnostic
  }
}

/// A flag that decides the wiring, such as `enabled: $(env:A:-$(env:B:-true))`, and that is not known.
package struct UnknownFlag: Sendable {
  private let text: UnknownText
  /// The place of the text.
  package let place: SourcePlace
  /// What it is, as a configuration writes it, and then what its default is, where that is not known,
  /// either: `$(env:A)`, `$(env:B)`. Equal references are equal flags.
  package let references: [String]

  package init(_ text: UnknownText, at place: SourcePlace) {
    (self.text, self.place) = (text, place)
    var references: [String] = []
    var next: UnknownText? = text
    while let text = next {
      // Each place of a file or a source is a flag of its own: what they read may differ.
      references.append(text.isOfVariables ? text.description : "\(text) at \(place.displayName)")
      next = text.whole?.fallback?.unknownText
    }
    self.references = references
  }

  /// Returns the flag where variables have values; nil if they do not decide it.
  package func value(where values: [String: String]) -> Bool? {
    switch text.text(with: values) {
    case "true": true
    case "false": false
    default: nil
    }
  }

  /// Returns the flag where each reference is what is assumed of it, which is nil for one that is
  /// unset, and on for one without an assumption; nil if all are unset, and there is no default.
  package func value(assuming assumed: [String: Bool?]) -> Bool? {
    for reference in references {
      if let isOn = assumed[reference, default: true] { return isOn }
    }
    return value(where: [:])
  }
}

extension [UnknownFlag] {
  /// All references, each once; that of a default precedes the one that has it.
  package var references: [String] { flatMap { $0.references.reversed() }.uniqued }

  /// What has to be assumed of each reference; nil leaves it to its default.
  package var states: [String: [Bool?]] {
    var defaults: [String: Set<Bool?>] = [:]
    var needed: Set<String> = []
    for flag in self {
      let (fallback, last) = (flag.value(where: [:]), flag.references.count - 1)
      if fallback == nil, last == 0 { needed.insert(flag.references[0]) }
      for (index, reference) in flag.references.enumerated() {
        defaults[reference, default: []].formUnion(index == last ? [fallback] : [true, false])
      }
    }
    // One that has to be set is never unset, and one with a single known default needs no third try.
    return Dictionary(
      uniqueKeysWithValues: defaults.map { reference, values -> (String, [Bool?]) in
        let isSimple = values.count == 1 || needed.contains(reference)
        return (reference, isSimple ? [true, false] : [true, false, nil])
      })
  }
}

extension DefinitionSet {
  /// Returns the definitions where a function decides the flags that are not known; those for which it
  /// returns nil stay on, and in ``Checks/unknownFlags``.
  package func deciding(_ value: (UnknownFlag) -> Bool?) -> DefinitionSet {
    var set = self
    set.checks.unknownFlags.removeAll { value($0) != nil }
    for index in definitions.indices {
      for field in definitions[index].unknownFields {
        guard let text = field.value.unknownText,
          let isOn = value(UnknownFlag(text, at: field.value.place))
        else { continue }
        switch field.path {
        case ["enabled"]: set.definitions[index].disabledPlace = isOn ? nil : field.place
        case ["autowire"]: set.definitions[index].autowire = isOn
        default: break
        }
      }
    }
    return set
  }
}
