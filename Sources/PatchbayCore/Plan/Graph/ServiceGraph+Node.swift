public import PatchbayDiagnostics

extension ServiceGraph {
  /// A service, or a decorator.
  public struct Node: Sendable, Hashable {
    /// What nothing else in the graph has; for a service that stands inline, made up from where it
    /// stands.
    public let key: String
    /// The type name in the factory catalog; the ``product`` of a closure or instance that the program
    /// gave itself.
    public let type: String
    /// The Swift type that the factory makes, as Swift writes it.
    public let product: String
    /// Where the key is defined.
    public let place: SourcePlace
    /// `singleton`, `transient`, `graph`, `weak`, or a declared scope. A decorator has that of its
    /// target, and what stands inline is `transient`.
    public let scope: String
    /// In the order in which the definition names them.
    public let tags: [String]
    /// The other keys that stand for it, in their order.
    public let aliases: [String]
    /// For a decorator, the key that it stands before.
    public let decorates: String?
    /// For a service that stands inline, the key of what it is built with.
    public let owner: String?
    /// What each request gives to its factory, as Swift declares it: `name: String`.
    public let requestArguments: [String]
    /// The text for those who refer to it, where it is deprecated.
    public let deprecation: String?
    /// Whether the configuration says that the program asks for it.
    public let isRoot: Bool
    /// Whether it is built when its container starts, whoever needs it.
    public let isEager: Bool
    /// Whether to build it takes waiting, for itself or for what is built with it.
    public let isAwaited: Bool
    /// Whether a test must not build it.
    public let isLive: Bool
    /// Why it is opaque, in words.
    let opacity: String?
    /// Whether it belongs to the parent, whose own graph tells what it needs.
    public let isInherited: Bool

    /// Whether it may ask for services that no edge shows: its factory takes a `Resolver`, or its class
    /// has `@Injected` properties.
    public var isOpaque: Bool { opacity != nil }
  }
}
