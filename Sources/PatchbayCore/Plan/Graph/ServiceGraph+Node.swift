public import PatchbayDiagnostics

extension ServiceGraph {
  /// A service, or a decorator.
  public struct Node: Sendable, Hashable {
    /// The unique key of the node; for an inline service, derived from its position.
    public let key: String
    /// The type name in the factory catalog; for a closure or instance that the program passed
    /// itself, the ``product``.
    public let type: String
    /// The Swift type that the factory makes, as Swift writes it.
    public let product: String
    /// The place where the key is defined.
    public let place: SourcePlace
    /// `singleton`, `transient`, `graph`, `weak`, or a declared scope. A decorator has the scope of
    /// its target, and an inline service is `transient`.
    public let scope: String
    /// The tags, in the order of the definition.
    public let tags: [String]
    /// The aliases of the service, in order.
    public let aliases: [String]
    /// For a decorator, the key that it decorates.
    public let decorates: String?
    /// For an inline service, the key of the service that it is an argument of.
    public let owner: String?
    /// The arguments that each request passes to its factory, as Swift declares them:
    /// `name: String`.
    public let requestArguments: [String]
    /// The deprecation message for those who refer to it, if it is deprecated.
    public let deprecation: String?
    /// Whether the configuration declares it as a root.
    public let isRoot: Bool
    /// Whether it is built when its container starts, even if no service needs it.
    public let isEager: Bool
    /// Whether building it requires `await`, for itself or for a service that is built with it.
    public let isAwaited: Bool
    /// Whether a test must not build it.
    public let isLive: Bool
    /// The reason why it is opaque.
    let opacity: String?
    /// Whether it belongs to the parent, whose own graph contains its dependencies.
    public let isInherited: Bool

    /// Whether it may resolve services that no edge shows: its factory takes a `Resolver`, or its
    /// class has `@Injected` properties.
    public var isOpaque: Bool { opacity != nil }
  }
}

extension CatalogEntry {
  /// Why its products may resolve services that no parameter declares; nil if they cannot.
  var opacity: String? {
    if parameters.contains(where: { $0.kind == .resolver }) { return "takes a resolver" }
    if !isPlanned, contracts[0].type.type is any Injectable.Type {
      return "has properties to inject"
    }
    return nil
  }
}
