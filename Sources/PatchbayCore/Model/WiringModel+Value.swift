extension WiringModel {
  /// A value, in which no text of a secret occurs.
  package struct Value: Sendable {
    package let content: Content
    /// The place that set it, those that it overrode, and those of the `$(…)` that passed it on.
    package let provenance: Provenance
    /// Whether the model lacks a part of it: a text that must not be shown, or the value of a
    /// parameter that is not set.
    package let isIncomplete: Bool
    /// Whether it is a secret by its mark, its name or its source. A text is also treated as one
    /// because of a credential in it, or because another value makes it a part of a secret.
    package let isMarkedSecret: Bool

    init(
      content: Content, provenance: Provenance, isIncomplete: Bool = false,
      isMarkedSecret: Bool = false
    ) {
      (self.content, self.provenance) = (content, provenance)
      (self.isIncomplete, self.isMarkedSecret) = (isIncomplete, isMarkedSecret)
    }

    /// The kinds of values.
    package indirect enum Content: Sendable {
      case null
      /// An entry of a parameter that is required and not set, with what it is required for.
      case required(String)
      /// A text of the configuration, without credentials in URLs.
      case text(String)
      /// A text that consists of parts, at least one of which is not a text of the configuration.
      case composed([Piece])
      /// A text from outside the configuration whose source is not known.
      case external
      /// A secret text, with what it consists of; nothing for a literal.
      case secret([Source])
      case list([Value])
      case map([Entry])
      /// A reference to a service, as it is written; the edges of the node lead to its targets.
      case service(Reference)
    }

    /// One key of a map and its value.
    package struct Entry: Sendable {
      package let key: String
      package let value: Value
    }

    /// A part of a text.
    package enum Piece: Sendable {
      case text(String)
      case source(Source)
    }

    /// What a text comes from.
    package struct Source: Sendable {
      package let kind: UnknownText.Source.Kind
      /// The path in a registered source, if it may be shown.
      package let path: String?
      /// The parts of a path that is not known; empty for any other, and for one that must not be
      /// shown.
      package let pathParts: [Piece]
      /// The value where a variable is unset or empty; nil if it must be set.
      package let fallback: Value?
    }

    /// A reference to services.
    package enum Reference: Sendable {
      case reference(String)
      case optional(String)
      case tagged(String)
      case inner
      /// The inline service that is defined there, with the owner as its ``Node/definitionKey``.
      case inline(String)
    }
  }
}
