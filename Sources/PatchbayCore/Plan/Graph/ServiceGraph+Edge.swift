public import PatchbayDiagnostics

extension ServiceGraph {
  /// One service's need of another.
  public struct Edge: Sendable, Hashable {
    /// The key of the node that needs.
    public let from: String
    /// The key of the node that is given: for a decorated key, the outermost decorator.
    public let to: String
    /// The factory's name of the parameter or property.
    public let name: String
    /// How the service is given: as an argument, as a property, later, or as the service it decorates.
    public let kind: Kind
    /// The tag that brought it, where `!tagged` stands there.
    public let tag: String?
    /// Whether nothing is written there, and the type alone found it.
    public let isAutowired: Bool
    /// Where it is written.
    public let place: SourcePlace

    /// How a service arrives.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Before the factory is called.
      case argument
      /// Once the factory was called, by a setter.
      case property
      /// Whenever it is asked for, by a `Lazy` or a `Provider`.
      case deferred
      /// As what a decorator stands before.
      case decorated
    }
  }
}
