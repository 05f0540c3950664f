import PatchbayDiagnostics

/// A dependency of one service on another: when it must be ready, and how the graph shows it.
struct Edge: Sendable {
  /// The place where it is written; if it is not written, the place where its service is defined.
  let place: SourcePlace
  /// The syntax that created it.
  let source: Source
  /// The index of the node or service that is needed.
  let target: Int
  /// The index of the parameter or property in the factory.
  private let position: Int
  let timing: Timing
  /// Whether it is passed to a property instead of a parameter of the factory.
  let isProperty: Bool
  /// Whether the dependent keeps the service, which therefore must not have a shorter lifetime.
  let isKept: Bool

  /// When the service must be ready.
  enum Timing: Sendable {
    /// Before the factory is called.
    case argument
    /// After the factory was called: this can close a cycle between classes.
    case property
    /// On demand, through `Lazy` or `Provider`.
    case deferred
  }

  enum Source: Sendable, Equatable {
    /// A reference to a key.
    case reference
    /// `!tagged`, with the tag.
    case tagged(String)
    /// `!inner`.
    case inner
    /// A definition at the place of its use.
    case inline
    /// Nothing is written: the service was found by type alone.
    case type
  }

  init(to target: Int, _ source: Source, at place: SourcePlace, for use: ParameterUse) {
    self.place = place
    self.source = source
    self.target = target
    position = use.position
    timing = use.timing
    isProperty = use.isProperty
    isKept = use.parameter.kind != .providedService
  }

  /// Returns the parameter or property that it is passed to.
  func parameter(of entry: CatalogEntry) -> ParameterSignature {
    isProperty ? entry.properties[position].signature : entry.parameters[position]
  }

  /// Returns the name of the parameter or property.
  func name(in entry: CatalogEntry) -> String { parameter(of: entry).name }
}
