import PatchbayDiagnostics

/// One service's need of another: what has to be there first, and what the graph shows of it.
struct Edge: Sendable {
  /// Where it is written; for what nobody wrote, where its service is defined.
  let place: SourcePlace
  /// What brought it.
  let source: Source
  // 32 bits each, as a plan keeps an edge for each reference: 48 bytes.
  private let node: Int32
  private let position: Int32
  let timing: Timing
  /// Whether it is given to a property, and not to a parameter of the factory.
  let isProperty: Bool
  /// Whether the service that has the need keeps what it is given, so that it must not live longer.
  let isKept: Bool

  /// When it must be there.
  enum Timing: Sendable {
    /// Before the factory is called.
    case argument
    /// When the factory has been called: a way to close a cycle between classes.
    case property
    /// Whenever it is asked for, through `Lazy` or `Provider`.
    case deferred
  }

  enum Source: Sendable {
    /// A reference to a key.
    case reference
    /// `!tagged`, with the tag.
    case tagged(String)
    /// `!inner`.
    case inner
    /// Written where it is used.
    case inline
    /// Nothing is written: its type alone found it.
    case type
  }

  init(to target: Int, _ source: Source, at place: SourcePlace, for use: ParameterUse) {
    self.place = place
    self.source = source
    // No memory holds as many nodes as 32 bits can count, and no factory has as many parameters.
    node = Int32(target)
    position = Int32(use.position)
    timing = use.timing
    isProperty = use.isProperty
    isKept = use.parameter.kind != .providedService
  }

  /// The index of the node or binding that is needed.
  var target: Int { Int(node) }

  /// The name of the parameter or property.
  func name(in entry: CatalogEntry) -> String {
    isProperty
      ? entry.properties[Int(position)].signature.name : entry.parameters[Int(position)].name
  }
}
