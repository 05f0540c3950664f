public import PatchbayCore

// The type of a parameter decides which of these the compiler takes. What is declared for fewer
// types is preferred; the first two take what is left.

extension Parameter {
  /// A service: any type that is not `Decodable`.
  @_disfavoredOverload
  public static func input(_ name: String) -> Parameter { .service(name) }

  /// A service that is made here if a configuration leaves it out.
  @_disfavoredOverload
  public static func input(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter {
    .service(name, default: fallback())
  }

  /// A service that may be missing.
  public static func input<Wrapped: Sendable>(_ name: String) -> Parameter
  where Value == Wrapped? {
    .optional(name)
  }

  /// A service that may be missing.
  public static func input<Wrapped: Sendable>(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == Wrapped? {
    .optional(name, default: fallback())
  }

  /// Several services in order.
  public static func input<Element: Sendable>(_ name: String) -> Parameter
  where Value == [Element] {
    .services(name)
  }

  /// Several services in order.
  public static func input<Element: Sendable>(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == [Element] {
    .services(name, default: fallback())
  }

  /// Several services by key.
  public static func input<Element: Sendable>(_ name: String) -> Parameter
  where Value == [String: Element] {
    .services(name)
  }

  /// Several services by key.
  public static func input<Element: Sendable>(
    _ name: String, default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == [String: Element] {
    .services(name, default: fallback())
  }

  /// A service that is built at its first use.
  public static func input<Wrapped: Sendable>(_ name: String) -> Parameter
  where Value == Lazy<Wrapped> {
    .lazy(name)
  }

  /// A service that is resolved at each call.
  public static func input<Wrapped: Sendable>(_ name: String) -> Parameter
  where Value == Provider<Wrapped> {
    .provider(name)
  }
}

extension Parameter where Value == Resolver {
  /// The container itself, for dynamic resolution.
  public static func input(_ name: String) -> Parameter { .resolver }
}

extension Parameter where Value: Decodable {
  /// A value that a configuration sets.
  public static func input(_ name: String) -> Parameter { .value(name) }

  /// A value with a default.
  public static func input(_ name: String, default fallback: Value) -> Parameter {
    .value(name, default: fallback)
  }
}
