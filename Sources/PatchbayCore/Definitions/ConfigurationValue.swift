package import PatchbayDiagnostics

/// A value as a configuration gives it: a tree without types, every part of which knows its place.
///
/// Scalars keep their text; only a factory's declared type decides what the text means.
package struct ConfigurationValue: Sendable {
  /// What a value is.
  package enum Content: Sendable {
    case null
    case scalar(Scalar)
    case list([ConfigurationValue])
    case map([Entry])
    /// A service where a value may stand: `!ref`, `!optional`, `!tagged`, `!inline`, `!inner`.
    indirect case service(ServiceUse)
    /// Something a diagnostic was told about; later stages pass over it in silence.
    case faulty
  }

  /// A text as it was written, less its quotes.
  package struct Scalar: Sendable, Hashable {
    /// The text, with escapes and line folding undone.
    package var text: String
    /// Whether it was written in quotes or as a block, and so can never be null.
    package var isQuoted: Bool

    /// Makes a text; without quotes it may stand for a number, a flag or null.
    package init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
    }
  }

  /// One key of a map and its value.
  package struct Entry: Sendable {
    /// The key, as it was written.
    package var key: String
    /// Where the key stands.
    package var keyPlace: SourcePlace
    /// What stands under the key.
    package var value: ConfigurationValue

    /// Makes an entry of a map.
    package init(key: String, keyPlace: SourcePlace, value: ConfigurationValue) {
      self.key = key
      self.keyPlace = keyPlace
      self.value = value
    }
  }

  /// Who may see a value: part of every value, kept through interpolation and overlays.
  package enum Disclosure: Int, Sendable, Comparable {
    /// Written in a configuration for all to read.
    case open
    /// Came from the environment or a file: usable, but never quoted in a message.
    case external
    /// Marked `!secret` or by the source it came from, or under a name such as `password`: never
    /// printed anywhere.
    case secret

    /// Ordered by how much is to be kept back.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What the value is.
  package var content: Content
  /// Who may see it.
  // Before the provenance, where it takes no space of its own: a value is 56 bytes.
  package var disclosure: Disclosure
  /// Which layer set it, and what that overrode.
  package var provenance: Provenance

  /// Makes a value that everyone may see, unless something else is said.
  package init(_ content: Content, _ provenance: Provenance, disclosure: Disclosure = .open) {
    self.content = content
    self.provenance = provenance
    self.disclosure = disclosure
  }

  /// Where the value stands.
  package var place: SourcePlace { provenance.place }
}

/// The use of a service in an argument.
package struct ServiceUse: Sendable {
  /// The ways to name a service in an argument.
  package enum Target: Sendable {
    /// `!ref key`
    case reference(Located)
    /// `!optional key`
    case optional(Located)
    /// `!tagged tag`
    case tagged(Located)
    /// `!inline {…}`: an anonymous service, built with its owner.
    indirect case inline(Definition)
    /// `!inner`: what stood there before the decorator.
    case inner
  }

  /// Which service is meant.
  package var target: Target
  /// The whole of what is written, the YAML tag included.
  package var place: SourcePlace

  /// Makes the use of a service at a place.
  package init(_ target: Target, place: SourcePlace) {
    self.target = target
    self.place = place
  }
}
