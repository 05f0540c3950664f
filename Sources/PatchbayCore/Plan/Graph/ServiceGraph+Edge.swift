public import PatchbayDiagnostics

extension ServiceGraph {
  /// A dependency of one service on another.
  public struct Edge: Sendable, Hashable {
    /// The key of the dependent node.
    public let from: String
    /// The key of the node it depends on: for a decorated key, the outermost decorator.
    public let to: String
    /// The factory's name of the parameter or property.
    public let name: String
    /// How the service is passed: as an argument, as a property, later, or as the service it
    /// decorates.
    public let kind: Kind
    /// The tag that selected the service, if it was selected by `!tagged`.
    public let tag: String?
    /// Whether nothing is written, and the service was found by type alone.
    public let isAutowired: Bool
    /// The place where it is written.
    public let place: SourcePlace

    /// How a service is passed to its dependent.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Passed when the factory is called.
      case argument
      /// Passed to a setter after the factory was called.
      case property
      /// Resolved on demand, by a `Lazy` or a `Provider`.
      case deferred
      /// The service that a decorator wraps.
      case decorated
    }
  }
}
