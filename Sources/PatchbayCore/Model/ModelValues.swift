import PatchbayDiagnostics

/// Converts values for a model, without their secrets.
struct ModelValues {
  /// The places of texts that a secret consists of: a literal of an open parameter is one if an
  /// argument makes it a secret.
  private var secretPlaces: Set<SourceSpan> = []

  /// Creates the converter of the values of all definitions and parameters.
  init(_ definitions: [Definition], _ parameters: [ConfigurationValue?]) {
    for index in definitions.indices { recordSecrets(in: definitions[index]) }
    for case let parameter? in parameters { recordSecrets(in: parameter) }
  }

  private mutating func recordSecrets(in definition: Definition) {
    for index in definition.arguments.indices {
      recordSecrets(in: definition.arguments[index].value)
    }
    for argument in definition.properties { recordSecrets(in: argument.value) }
    for attribute in definition.tags.flatMap(\.attributes) { recordSecrets(in: attribute.value) }
    for field in definition.unknownFields { recordSecrets(in: field.value) }
  }

  private mutating func recordSecrets(in value: ConfigurationValue) {
    switch value.content {
    case .scalar:
      if value.disclosure == .secret, let span = value.place.span { secretPlaces.insert(span) }
    case .unknown(let text):
      if value.disclosure == .secret, let span = value.place.span { secretPlaces.insert(span) }
      // The default of a variable with the name of a credential is one.
      for case .source(let source) in text.pieces {
        if let fallback = source.fallback { recordSecrets(in: fallback) }
      }
    case .list, .map: for part in value.parts { recordSecrets(in: part) }
    case .service(let use):
      if case .inline(let definition) = use.target { recordSecrets(in: definition) }
    case .null, .faulty: break
    }
  }

  /// Returns the arguments of a definition.
  func arguments(_ arguments: [Argument]) -> [WiringModel.Argument] {
    // By index: an argument is large, and a copy costs six retains.
    arguments.indices.map { index in
      WiringModel.Argument(name: arguments[index].name, value: value(arguments[index].value))
    }
  }

  func tags(_ tags: [TagUse]) -> [WiringModel.TagUse] {
    tags.map { tag in
      WiringModel.TagUse(
        name: tag.name.text, priority: tag.priority, attributes: entries(tag.attributes, false),
        provenance: tag.name.provenance)
    }
  }

  /// Converts a value; every text of a secret one is secret, too.
  ///
  /// The evaluation limits how deep values nest.
  func value(_ value: ConfigurationValue, isSecret: Bool = false) -> WiringModel.Value {
    let (content, isIncomplete) = content(value, isSecret)
    return WiringModel.Value(
      content: content, provenance: value.provenance, isIncomplete: isIncomplete,
      isMarkedSecret: isSecret || value.disclosure == .secret)
  }

  /// Converts the value of a parameter, entries of which may be required and not set: `purposes`
  /// says for what, by their whole names.
  func parameter(
    _ value: ConfigurationValue, _ name: String, _ purposes: [String: String]
  ) -> WiringModel.Value {
    if case .faulty = value.content {
      return WiringModel.Value(
        content: .required(purposes[name] ?? ""), provenance: value.provenance,
        isIncomplete: true)
    }
    guard !purposes.isEmpty, case .map(let entries) = value.content else {
      return self.value(value)
    }
    return WiringModel.Value(
      content: .map(
        entries.map {
          .init(key: $0.key, value: parameter($0.value, "\(name).\($0.key)", purposes))
        }), provenance: value.provenance)
  }

  private func entries(
    _ entries: [ConfigurationValue.Entry], _ isSecret: Bool
  ) -> [WiringModel.Value.Entry] {
    entries.map { .init(key: $0.key, value: value($0.value, isSecret: isSecret)) }
  }

  /// Returns the content of a value, and whether the model lacks a part of its own text.
  private func content(
    _ value: ConfigurationValue, _ isSecret: Bool
  ) -> (WiringModel.Value.Content, isIncomplete: Bool) {
    switch value.content {
    case .null: return (.null, false)
    case .faulty: return (.null, true)
    case .list(let elements):
      return (.list(elements.map { self.value($0, isSecret: isSecret) }), false)
    case .map(let entries): return (.map(self.entries(entries, isSecret)), false)
    case .service(let use): return (.service(reference(use.target)), false)
    case .scalar(let scalar):
      if isSecret || value.disclosure == .secret || isHidden(value.place) {
        // An empty text reveals nothing.
        return (.secret([]), !scalar.text.isEmpty)
      }
      if value.disclosure == .external { return (.external, true) }
      let text = withoutCredentials(scalar.text)
      return (.text(text), text != scalar.text)
    case .unknown(let text):
      let isSecret = isSecret || value.disclosure == .secret || isHidden(value.place)
      // The text around a part may be the other half of a credential.
      if isSecret || hasCredentials(text) {
        let sources = sources(text.pieces, isSecret: true)
        let isWhole = !text.pieces.contains {
          if case .text(let text) = $0 { text != "" } else { false }
        }
        return (.secret(sources), !isWhole || sources.contains(where: \.isIncomplete))
      }
      let pieces = pieces(text.pieces, isSecret: false)
      return (.composed(pieces), pieces.contains(where: \.isIncomplete))
    }
  }

  private func pieces(
    _ pieces: [UnknownText.Piece], isSecret: Bool
  ) -> [WiringModel.Value.Piece] {
    pieces.compactMap { piece in
      switch piece {
      // Nothing before or after a part.
      case .text(let text): text.isEmpty ? nil : .text(text)
      case .source(let source): .source(self.source(source, isSecret: isSecret))
      }
    }
  }

  private func reference(_ target: ServiceUse.Target) -> WiringModel.Value.Reference {
    switch target {
    case .reference(let key): .reference(key.text)
    case .optional(let key): .optional(key.text)
    case .tagged(let tag): .tagged(tag.text)
    case .inner: .inner
    case .inline(let definition): .inline(definition.key)
    }
  }

  private func sources(
    _ pieces: [UnknownText.Piece], isSecret: Bool
  ) -> [WiringModel.Value.Source] {
    pieces.compactMap { piece in
      guard case .source(let source) = piece else { return nil }
      return self.source(source, isSecret: isSecret)
    }
  }

  private func source(
    _ source: UnknownText.Source, isSecret: Bool
  ) -> WiringModel.Value.Source {
    var path: String?
    var parts: [WiringModel.Value.Piece] = []
    if case .registered = source.kind, !source.shownPath.isEmpty {
      path = UnknownText.text(of: source.shownPath)
    }
    if source.shownPath.contains(where: { if case .source = $0 { true } else { false } }) {
      parts = pieces(source.shownPath, isSecret: isSecret)
    }
    return WiringModel.Value.Source(
      kind: source.kind, path: path, pathParts: parts,
      fallback: source.fallback.map { value($0, isSecret: isSecret) })
  }
}

extension WiringModel.Value.Source {
  /// Whether the model lacks its path.
  fileprivate var isIncomplete: Bool {
    if pathParts.contains(where: \.isIncomplete) { return true }
    switch kind {
    case .variable: return false
    case .file(let path), .path(let path): return path == nil && pathParts.isEmpty
    case .registered: return path == nil && pathParts.isEmpty
    }
  }
}

extension WiringModel.Value.Piece {
  fileprivate var isIncomplete: Bool {
    if case .source(let source) = self { source.isIncomplete } else { false }
  }
}

// Literals that no message shows.
extension ModelValues {
  /// Whether messages hide the text at a place.
  private func isHidden(_ place: SourcePlace) -> Bool {
    guard case .span(let span) = place else { return false }
    if !secretPlaces.isEmpty, secretPlaces.contains(span) { return true }
    return span.isRedacted
  }

  /// Returns a text without the user-info parts of URLs.
  private func withoutCredentials(_ text: String) -> String {
    // Over the bytes in place: through the view it takes a fiftieth of a whole model.
    let mayHave = text.utf8.withContiguousStorageIfAvailable { $0.contains(UInt8(ascii: "@")) }
    guard mayHave ?? true, text.contains(text: "://") else { return text }
    return ErrorText(text).concealing([])
  }

  /// Whether a text that is known in parts has a URL with a user-info part.
  private func hasCredentials(_ text: UnknownText) -> Bool {
    let whole = text.pieces.map { piece in
      if case .text(let known) = piece { known } else { "x" }
    }.joined()
    return withoutCredentials(whole) != whole
  }
}
