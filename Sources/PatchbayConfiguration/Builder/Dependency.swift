public import PatchbayCore

/// An input of a ``Provide`` closure: the typed counterpart of a factory's ``Parameter``.
///
/// ```swift
/// Provide(.users, .service(.pool), .optional(.cache), .tagged("audit", as: (any Audit).self)) {
///   pool, cache, audits in
///   UserStore(pool: pool, cache: cache, audits: audits)
/// }
/// ```
///
/// The plan checks declared dependencies: missing services, type mismatches, cycles and captive
/// dependencies are reported before anything is built. The plan cannot check what a closure
/// resolves through a ``Resolver``.
public struct Dependency<Value: Sendable>: Sendable {
  /// The name of the closure's parameter in messages.
  let name: String
  /// The argument of the parameter; nil for one that the container passes itself.
  let argument: ArgumentValue?
  /// Declares the parameter under its name, which is unique among those of the closure.
  let parameter: @Sendable (String) -> Parameter<Value>

  init(
    _ name: String, _ argument: ArgumentValue?,
    _ parameter: @escaping @Sendable (String) -> Parameter<Value>
  ) {
    self.name = name
    self.argument = argument
    self.parameter = parameter
  }

  /// The service of a typed key.
  public static func service(_ key: ServiceKey<Value>) -> Self {
    service(key.name, as: Value.self)
  }

  /// The service of a key, as a type that it provides.
  public static func service(
    _ key: some StringProtocol, as contract: Value.Type = Value.self
  ) -> Self {
    Self(String(key), .reference(String(key))) { .service($0) }
  }

  /// The service of a typed key, or nil if no layer defines it.
  public static func optional<Wrapped: Sendable>(_ key: ServiceKey<Wrapped>) -> Self
  where Value == Wrapped? {
    optional(key.name, as: Wrapped.self)
  }

  /// The service of a key, or nil if no layer defines it.
  public static func optional<Wrapped: Sendable>(
    _ key: some StringProtocol, as contract: Wrapped.Type = Wrapped.self
  ) -> Self where Value == Wrapped? {
    Self(String(key), .optional(String(key))) { .optional($0) }
  }

  /// All services with a tag, by priority, then in the order of their definitions.
  public static func tagged<Element: Sendable>(
    _ tag: String, as contract: Element.Type = Element.self
  ) -> Self where Value == [Element] {
    Self(tag, .tagged(tag)) { .services($0) }
  }

  /// All services with a tag, by their keys, or by an attribute of the tag.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - key: The attribute of the tag whose text is the key of each service; nil for the services' own keys.
  ///   - contract: A type that all of them provide.
  /// - Returns: The dependency.
  public static func tagged<Element: Sendable>(
    _ tag: String, key: String? = nil, as contract: Element.Type = Element.self
  ) -> Self where Value == [String: Element] {
    Self(tag, .tagged(tag, key: key)) { .services($0) }
  }

  /// The service of a typed key, built at its first use; it may close a cycle.
  public static func lazy<Wrapped: Sendable>(_ key: ServiceKey<Wrapped>) -> Self
  where Value == Lazy<Wrapped> {
    lazy(key.name, as: Wrapped.self)
  }

  /// The service of a key, built at its first use; it may close a cycle.
  public static func lazy<Wrapped: Sendable>(
    _ key: some StringProtocol, as contract: Wrapped.Type = Wrapped.self
  ) -> Self where Value == Lazy<Wrapped> {
    Self(String(key), .reference(String(key))) { .lazy($0) }
  }

  /// The service of a typed key, resolved at each call; it may close a cycle.
  public static func provider<Wrapped: Sendable>(_ key: ServiceKey<Wrapped>) -> Self
  where Value == Provider<Wrapped> {
    provider(key.name, as: Wrapped.self)
  }

  /// The service of a key, resolved at each call; it may close a cycle.
  public static func provider<Wrapped: Sendable>(
    _ key: some StringProtocol, as contract: Wrapped.Type = Wrapped.self
  ) -> Self where Value == Provider<Wrapped> {
    Self(String(key), .reference(String(key))) { .provider($0) }
  }
}

extension Dependency where Value: Decodable {
  /// A configuration parameter, read as the type that the closure takes.
  public static func parameter(_ name: String, as type: Value.Type = Value.self) -> Self {
    Self(name, .parameter(name)) { .value($0) }
  }
}

extension Dependency where Value == Resolver {
  /// A resolver, which resolves services dynamically in the context of the service that is built.
  ///
  /// The plan cannot check what is resolved through it, so prefer declared dependencies.
  public static var resolver: Self { Self("resolver", nil) { _ in .resolver } }
}

extension Dependency where Value == ReadinessProbe {
  /// A probe of the readiness of the container, for a service that reports it.
  public static var readiness: Self { Self("readiness", nil) { _ in .readiness } }
}

extension Dependency {
  /// A value that each request passes: `container.resolve(.teacher, arguments: "David")`.
  public static func argument(_ name: String, as type: Value.Type = Value.self) -> Self {
    Self(name, nil) { .argument($0) }
  }
}
