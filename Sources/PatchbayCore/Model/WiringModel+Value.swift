extension WiringModel {
  /// A value, in which no text of a secret occurs.
  package struct Value: Sendable {
    package let content: Content
    /// The place that set it, those that it overrode, and those of the `$(…)` that passed it on.
    package let provenance: Provenance

    /// The kinds of values.
    package indirect enum Content: Sendable {
      case null
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
      /// The value where a variable is unset or empty; nil if it must be set.
      package let fallback: Value?
    }

    /// A reference to services.
    package enum Reference: Sendable {
      case reference(String)
      case optional(String)
      case tagged(String)
      case inner
      case inline
    }
  }
}
