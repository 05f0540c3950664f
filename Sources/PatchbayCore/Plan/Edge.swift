import PatchbayDiagnostics

/// A dependency of one service on another: when it must be ready, and how the graph shows it.
struct Edge: Sendable {
  /// The place where it is written; if it is not written, the place where its service is defined.
  let place: SourcePlace
  /// The syntax that created it.
  let source: Source
  // 32 bits each, because a plan keeps an edge for each reference: 32 bytes.
  private let node: Int32
  private let position: UInt16
  let timing: Timing
  /// Two bits in one byte, by which an edge takes no more than 32.
  private let traits: UInt8

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
    // Boxed, because an edge has few of them.
    indirect case tagged(String)
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
    // No memory holds as many nodes as 32 bits can count, and no factory has as many parameters.
    node = Int32(target)
    position = UInt16(use.position)
    timing = use.timing
    traits = (use.isProperty ? 1 : 0) | (use.parameter.kind != .providedService ? 2 : 0)
  }

  /// Whether it is passed to a property instead of a parameter of the factory.
  var isProperty: Bool { traits & 1 != 0 }
  /// Whether the dependent keeps the service, which therefore must not have a shorter lifetime.
  var isKept: Bool { traits & 2 != 0 }

  /// The index of the node or service that is needed.
  var target: Int { Int(node) }

  /// Returns the parameter or property that it is passed to.
  func parameter(of entry: CatalogEntry) -> ParameterSignature {
    isProperty ? entry.properties[Int(position)].signature : entry.parameters[Int(position)]
  }

  /// Returns the name of the parameter or property.
  func name(in entry: CatalogEntry) -> String { parameter(of: entry).name }
}
