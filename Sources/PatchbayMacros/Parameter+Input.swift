public import PatchbayCore

// What the macros expand to; by hand, `.value`, `.service` and the others say what is meant. The compiler
// prefers the overload with more constraints: the first two are for all types that no other one takes.

extension Parameter {
  /// A service: any type that is not `Decodable`.
  @_disfavoredOverload
  public static func _input(_ name: String) -> Parameter { .service(name) }

  /// A service that is made here if a configuration leaves it out.
  @_disfavoredOverload
  public static func _input(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter {
    .service(name, default: fallback())
  }

  /// A service that may be missing.
  public static func _input<Wrapped: Sendable>(_ name: String) -> Parameter
  where Value == Wrapped? {
    .optional(name)
  }

  /// A service that may be missing.
  public static func _input<Wrapped: Sendable>(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == Wrapped? {
    .optional(name, default: fallback())
  }

  /// Several services in order.
  public static func _input<Element: Sendable>(_ name: String) -> Parameter
  where Value == [Element] {
    .services(name)
  }

  /// Several services in order.
  public static func _input<Element: Sendable>(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == [Element] {
    .services(name, default: fallback())
  }

  /// Several services by key.
  public static func _input<Element: Sendable>(_ name: String) -> Parameter
  where Value == [String: Element] {
    .services(name)
  }

  /// Several services by key.
  public static func _input<Element: Sendable>(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == [String: Element] {
    .services(name, default: fallback())
  }

  /// A service that is built at its first use.
  public static func _input<Wrapped: Sendable>(_ name: String) -> Parameter
  where Value == Lazy<Wrapped> {
    .lazy(name)
  }

  /// A service that is resolved at each call.
  public static func _input<Wrapped: Sendable>(_ name: String) -> Parameter
  where Value == Provider<Wrapped> {
    .provider(name)
  }
}

extension Parameter where Value == Resolver {
  /// The container itself, for dynamic resolution.
  public static func _input(_ name: String) -> Parameter { .resolver }
}

extension Parameter where Value == ReadinessProbe {
  /// Which services have started.
  public static func _input(_ name: String) -> Parameter { .readiness }
}

extension Parameter where Value: Decodable {
  /// A value that a configuration sets.
  public static func _input(_ name: String) -> Parameter { .value(name) }

  /// A value with a default.
  public static func _input(_ name: String, default fallback: Value) -> Parameter {
    .value(name, default: fallback)
  }
}
