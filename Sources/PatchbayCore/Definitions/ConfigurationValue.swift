package import PatchbayDiagnostics

/// A value of a configuration: an untyped tree, every part of which knows its place.
///
/// Scalars keep their text; only a factory's declared type determines what the text means.
package struct ConfigurationValue: Sendable {
  /// The kind of a value.
  package enum Content: Sendable {
    case null
    case scalar(Scalar)
    /// A text with parts from outside the configuration that a check does not read; no plan has one.
    case unknown(UnknownText)
    case list([ConfigurationValue])
    case map([Entry])
    /// A service as a value: `!ref`, `!optional`, `!tagged`, `!inline`, `!inner`.
    case service(ServiceUse)
    /// A value whose error was reported; later stages ignore it.
    case faulty
  }

  /// A text as it was written, without its quotes.
  package struct Scalar: Sendable, Equatable {
    /// The text, with escapes and line folding undone.
    package let text: String
    /// Whether it was written in quotes or as a block, and so can never be null.
    package let isQuoted: Bool
    /// Whether it is that of one `$(env:…)` alone, or its default: a type that reads a list splits it.
    package let isOfVariable: Bool

    /// Creates a text; without quotes it may represent a number, a flag or null.
    package init(_ text: String, isQuoted: Bool = false, isOfVariable: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
      self.isOfVariable = isOfVariable
    }

    /// The same text as that of a variable.
    package var ofVariable: Self { Self(text, isQuoted: isQuoted, isOfVariable: true) }

    /// Returns the elements of a list in one text: those of a list in JSON, `["a,b", 2]`; otherwise what commas
    /// separate, without white space around it, and none of a blank text. Nil for a text in brackets that is no such
    /// list.
    static func elements(of text: String) -> [String]? {
      let trimmed = text.trimmingWhiteSpace
      if trimmed.isEmpty { return [] }
      if trimmed.utf8.first == UInt8(ascii: "["), trimmed.utf8.last == UInt8(ascii: "]") {
        guard case .array(let elements)? = JSON(Array(trimmed.utf8)) else { return nil }
        let texts = elements.compactMap(\.scalarText)
        return texts.count == elements.count ? texts : nil
      }
      // Not by characters: a comma stays one before a combining scalar.
      return text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
        .map { String($0).trimmingWhiteSpace }
    }
  }

  /// One key of a map and its value.
  package struct Entry: Sendable {
    /// The key, as it was written.
    package let key: String
    package let keyPlace: SourcePlace
    /// The value of the key.
    package let value: ConfigurationValue

    package init(key: String, keyPlace: SourcePlace, value: ConfigurationValue) {
      self.key = key
      self.keyPlace = keyPlace
      self.value = value
    }
  }

  /// The confidentiality of a value, kept through interpolation and overlays.
  package enum Disclosure: Int, Sendable {
    /// Written in a configuration, and may be shown.
    case open
    /// From the environment or a file: usable, but never quoted in a message.
    case external
    /// A part of a secret, or with a credential in it, but not marked itself: only in a ``WiringModel``.
    case hidden
    /// Marked `!secret` or by its source, or under a name such as `password`: never printed
    /// anywhere.
    case secret

    /// Returns the more confidential of two.
    package func joined(with other: Self) -> Self { other.rawValue > rawValue ? other : self }
  }

  /// The kind of the value, with its contents.
  package var content: Content
  /// The confidentiality of the value.
  // This and the next one before the provenance, where they take no space of their own: a value is 56 bytes.
  package var disclosure: Disclosure
  /// A number for the parts of its own text that a ``WiringModel`` left out, because no tool may show them; 0 if it
  /// left out none. Other texts have another number, and each process has others: no text can be guessed from one.
  package var omitted: UInt32 = 0
  /// The layer that set it, and the places that it overrode.
  package var provenance: Provenance

  /// Creates a value, which may be shown by default.
  package init(_ content: Content, _ provenance: Provenance, disclosure: Disclosure = .open) {
    self.content = content
    self.provenance = provenance
    self.disclosure = disclosure
  }

  package var place: SourcePlace { provenance.place }
}

/// The use of a service in an argument.
///
/// A class, so that a value stays small, and looking at its use copies nothing.
package final class ServiceUse: Sendable {
  /// The kinds of references to a service in an argument.
  package enum Target: Sendable {
    /// `!ref key`
    case reference(Located)
    /// `!optional key`
    case optional(Located)
    /// `!tagged tag`, or `!tagged { tag: tag, key: attribute }`.
    // Boxed, as few references have a tag, and it would double the size of all others.
    indirect case tagged(Located, key: Located? = nil)
    /// `!inline {…}`: an anonymous service, built with its owner.
    indirect case inline(Definition)
    /// `!inner`: the service that the decorator wraps.
    case inner
  }

  /// The referenced service.
  package let target: Target
  /// The place of the whole reference, including the YAML tag.
  package let place: SourcePlace

  /// Creates the use of a service at a place.
  package init(_ target: Target, place: SourcePlace) {
    self.target = target
    self.place = place
  }
}

extension ConfigurationValue {
  /// The elements of a list, or the values of a map; none of any other value.
  package var parts: [ConfigurationValue] {
    switch content {
    case .list(let elements): elements
    case .map(let entries): entries.map(\.value)
    case .null, .scalar, .unknown, .service, .faulty: []
    }
  }

  /// Returns the first of the value and its parts at all levels that fulfils a condition; without
  /// recursion, because the user determines the depth.
  func firstPart(where isMeant: (ConfigurationValue) -> Bool) -> ConfigurationValue? {
    if isMeant(self) { return self }
    // Most values have no parts, and need no stack.
    let own = parts
    guard !own.isEmpty else { return nil }
    var pending = Array(own.reversed())
    while let next = pending.popLast() {
      if isMeant(next) { return next }
      pending += next.parts.reversed()
    }
    return nil
  }

  /// Returns the value with each of its ``parts`` converted.
  package func mapParts(
    _ convert: (ConfigurationValue) -> ConfigurationValue
  ) -> ConfigurationValue {
    var value = self
    switch content {
    case .list(let elements): value.content = .list(elements.map(convert))
    case .map(let entries):
      value.content = .map(
        entries.map { .init(key: $0.key, keyPlace: $0.keyPlace, value: convert($0.value)) })
    case .null, .scalar, .unknown, .service, .faulty: break
    }
    return value
  }
}

extension ConfigurationValue {
  /// The same value as a secret.
  package var concealed: ConfigurationValue {
    var value = mapParts(\.concealed)
    value.disclosure = .secret
    return value
  }

  /// Returns the value for a name: texts under the name of a credential become secrets.
  ///
  /// The entries of a map have separate names, and a flag such as that of `requirePassword` reveals
  /// nothing.
  package func concealed(under name: String) -> ConfigurationValue {
    SecretNames.isSecret(name) ? credential : self
  }

  private var credential: ConfigurationValue {
    switch content {
    case .scalar(let scalar) where scalar.isFlag: return self
    case .scalar, .unknown: return concealed
    case .list:
      var value = mapParts(\.credential)
      value.disclosure = value.parts.reduce(disclosure) { $0.joined(with: $1.disclosure) }
      return value
    case .null, .map, .service, .faulty: return self
    }
  }
}

extension ConfigurationValue.Scalar {
  /// Whether it can only be a flag.
  fileprivate var isFlag: Bool { !isQuoted && (text == "true" || text == "false") }
}

extension JSON {
  /// The text of a value that is no list, no object and not null.
  fileprivate var scalarText: String? {
    switch self {
    case .text(let text), .decimal(let text): text.text
    case .number(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .null, .array, .object: nil
    }
  }
}
