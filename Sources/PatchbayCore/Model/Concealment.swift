import PatchbayDiagnostics

/// Removes from definitions the texts that no tool may show, for a ``WiringModel``.
///
/// A literal secret `!secret hunter2` becomes an empty secret text, and `!secret x$(env:KEY)` the variable alone: both
/// are incomplete. `https://me:hunter2@example.com` keeps the text `https://[secret]@example.com`.
package struct Concealment {
  /// The places of texts that a secret consists of: a literal of an open parameter is one if an
  /// argument makes it a secret.
  private var secretPlaces: Set<SourceSpan> = []

  /// Finds the secrets in the values of all definitions and parameters.
  init(_ definitions: [Definition], _ parameters: [ModelParts.Parameter]) {
    for index in definitions.indices { recordSecrets(in: definitions[index]) }
    for value in parameters.compactMap(\.value) { recordSecrets(in: value) }
  }

  private mutating func recordSecrets(in definition: Definition) {
    // By index: an argument is large, and a copy costs six retains.
    for index in definition.arguments.indices {
      recordSecrets(in: definition.arguments[index].value)
    }
    for argument in definition.properties { recordSecrets(in: argument.value) }
    for attribute in definition.tags.flatMap(\.attributes) { recordSecrets(in: attribute.value) }
    for field in definition.unknownFields { recordSecrets(in: field.value) }
  }

  private mutating func recordSecrets(in value: ConfigurationValue) {
    switch value.content {
    case .scalar, .unknown:
      if value.disclosure == .secret, let span = value.place.span { secretPlaces.insert(span) }
      guard case .unknown(let text) = value.content else { return }
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

  /// Returns a definition without its factory and its secrets. An inline service keeps its key alone: a model describes
  /// it apart.
  func concealed(_ definition: Definition) -> Definition {
    var result = definition
    result.factory = nil
    result.mapValues { concealed($0) }
    return result
  }

  /// Returns a value without secrets; every text of a secret one is secret, too.
  ///
  /// The evaluation limits how deep values nest.
  func concealed(_ value: ConfigurationValue, isSecret: Bool = false) -> ConfigurationValue {
    var result = value
    if let composition = value.provenance.composition {
      result.content = .unknown(composition)
      result.provenance.composition = nil
    }
    switch result.content {
    case .null: break
    case .faulty: result.omitted = 1
    case .list, .map: result = value.mapParts { concealed($0, isSecret: isSecret) }
    case .service(let use):
      guard case .inline(let definition) = use.target else { break }
      let stub = Definition(key: definition.key, provenance: definition.provenance)
      result.content = .service(ServiceUse(.inline(stub), place: use.place))
    case .scalar(let scalar):
      result.disclosure = disclosure(of: value, isSecret)
      if result.disclosure == .open {
        let text = withoutCredentials(scalar.text)
        result.content = .scalar(.init(text, isQuoted: scalar.isQuoted))
        result.omitted = text == scalar.text ? 0 : Self.number(of: [scalar.text])
      } else {
        result.content = .scalar(.init(""))
        // An empty secret reveals nothing. What comes from outside differs between machines.
        let isSecret = result.isSecretText
        result.omitted = !isSecret ? 1 : scalar.text.isEmpty ? 0 : Self.number(of: [scalar.text])
      }
    case .unknown(let text):
      result.disclosure = disclosure(of: value, isSecret)
      // The text around a part may be the other half of a credential.
      if hasCredentials(text) { result.disclosure = result.disclosure.joined(with: .hidden) }
      let isSecret = result.isSecretText
      let pieces = pieces(text.pieces, isSecret: isSecret)
      let shown = isSecret ? pieces.filter { $0.text == nil } : pieces
      result.content = .unknown(UnknownText(shown))
      let isWhole = shown.count == pieces.count && !pieces.contains(where: \.isIncomplete)
      result.omitted = isWhole ? 0 : Self.number(of: Self.texts(of: text.pieces))
    }
    return result
  }

  /// Returns a number for texts that are left out, which is not 0.
  package static func number(of texts: [String]) -> UInt32 {
    var hasher = Hasher()
    for text in texts { hasher.combine(text) }
    return UInt32(truncatingIfNeeded: hasher.finalize()) | 1
  }

  /// Returns all texts that parts consist of, those of paths and defaults included.
  private static func texts(of pieces: [UnknownText.Piece]) -> [String] {
    pieces.flatMap { piece in
      switch piece {
      case .text(let text): return [text]
      case .source(let source):
        var texts =
          ["\(source.kind)"] + Self.texts(of: source.inner) + Self.texts(of: source.shownPath)
        if source.keepsEmpty { texts.append(source.defaultSign) }
        switch source.fallback?.content {
        case .scalar(let scalar)?: texts.append(scalar.text)
        case .unknown(let text)?: texts += Self.texts(of: text.pieces)
        default: break
        }
        return texts
      }
    }
  }

  /// Returns parts without secrets, and without the empty texts before and after a source.
  private func pieces(_ pieces: [UnknownText.Piece], isSecret: Bool) -> [UnknownText.Piece] {
    pieces.compactMap { piece in
      switch piece {
      case .text(let text): text.isEmpty ? nil : piece
      case .source(let source):
        .source(
          UnknownText.Source(
            source.kind, at: source.place,
            fallback: source.fallback.map { concealed($0, isSecret: isSecret) },
            keepsEmpty: source.keepsEmpty,
            shownPath: self.pieces(source.shownPath, isSecret: isSecret)))
      }
    }
  }

  /// Returns the disclosure of a text: it may be a part of a secret, or at a place whose text messages hide.
  private func disclosure(
    of value: ConfigurationValue, _ isSecret: Bool
  ) -> ConfigurationValue.Disclosure {
    if isSecret { return .secret }
    guard let span = value.place.span, span.isRedacted || secretPlaces.contains(span) else {
      return value.disclosure
    }
    return value.disclosure.joined(with: .hidden)
  }
}

// Credentials in URLs.
extension Concealment {
  /// Returns a text without the user-info parts of URLs.
  private func withoutCredentials(_ text: String) -> String {
    // Over the bytes in place: through the view it takes a fiftieth of a whole model.
    let mayHave = text.utf8.withContiguousStorageIfAvailable { $0.contains(UInt8(ascii: "@")) }
    guard mayHave ?? true, text.contains(text: "://") else { return text }
    return ErrorText(text).concealing([])
  }

  /// Whether a text that is known in parts has a URL with a user-info part.
  private func hasCredentials(_ text: UnknownText) -> Bool {
    let whole = text.pieces.map { $0.text ?? "x" }.joined()
    return withoutCredentials(whole) != whole
  }
}

extension ConfigurationValue {
  /// Whether it is a text that is a secret, or a part of one.
  package var isSecretText: Bool {
    switch content {
    case .scalar, .unknown: disclosure == .secret || disclosure == .hidden
    case .null, .list, .map, .service, .faulty: false
    }
  }
}

extension UnknownText.Piece {
  /// The text, if it is one.
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

  /// Whether it is the path of a file or a source, and not shown.
  fileprivate var isIncomplete: Bool {
    guard case .source(let source) = self else { return false }
    if case .variable = source.kind { return false }
    return source.shownPath.isEmpty || source.shownPath.contains(where: \.isIncomplete)
  }
}

extension Definition {
  /// Converts all of its values.
  fileprivate mutating func mapValues(_ convert: (ConfigurationValue) -> ConfigurationValue) {
    for index in arguments.indices { arguments[index].value = convert(arguments[index].value) }
    for index in tags.indices {
      tags[index].attributes = tags[index].attributes.map {
        .init(key: $0.key, keyPlace: $0.keyPlace, value: convert($0.value))
      }
    }
    // Setting these fields takes memory.
    if !properties.isEmpty {
      properties = properties.map {
        Argument(name: $0.name, namePlace: $0.namePlace, value: convert($0.value))
      }
    }
    if !unknownFields.isEmpty {
      unknownFields = unknownFields.map { field in
        var field = field
        field.value = convert(field.value)
        return field
      }
    }
  }

  /// The inline services in its arguments and properties, without those inside of them.
  var inlineDefinitions: [Definition] {
    (arguments + properties).flatMap(\.value.inlineDefinitions)
  }
}

extension ConfigurationValue {
  /// The inline services in the value, in order.
  fileprivate var inlineDefinitions: [Definition] {
    if case .service(let use) = content, case .inline(let definition) = use.target {
      [definition]
    } else {
      parts.flatMap(\.inlineDefinitions)
    }
  }
}
