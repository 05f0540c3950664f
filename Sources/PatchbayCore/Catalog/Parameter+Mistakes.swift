// Kinds of parameters that do not fit the type of the argument; see `Factory+Mistakes.swift`.

extension Parameter {
  /// Unavailable: the type cannot be read from a configuration.
  @available(
    *, unavailable,
    message:
      "`.value` reads a type that is `Decodable`: write `.service` if this is a service, or make its type `Decodable`; take an array or a struct in place of a tuple"
  )
  @_disfavoredOverload
  public static func value(_ name: String) -> Parameter { neverCalled() }

  /// Unavailable: the type cannot be read from a configuration.
  @available(
    *, unavailable,
    message:
      "`.value` reads a type that is `Decodable`: write `.service` if this is a service, or make its type `Decodable`; take an array or a struct in place of a tuple"
  )
  @_disfavoredOverload
  public static func value(_ name: String, default fallback: Value) -> Parameter { neverCalled() }

  /// Unavailable: the argument is neither an array nor a dictionary.
  @available(
    *, unavailable,
    message: "`.services` passes an array or a dictionary of services: write `.service` for one"
  )
  @_disfavoredOverload
  public static func services(_ name: String, as contract: Any.Type = Any.self) -> Parameter {
    neverCalled()
  }

  /// Unavailable: the argument is not optional.
  @available(
    *, unavailable,
    message: "`.optional` passes an optional: write `.service` if the service is always needed"
  )
  @_disfavoredOverload
  public static func optional(_ name: String, as contract: Any.Type = Any.self) -> Parameter {
    neverCalled()
  }

  /// Unavailable: the argument is no `Lazy`.
  @available(
    *, unavailable,
    message: "`.lazy` passes a `Lazy`: write `.service` for the service itself, or take a `Lazy`"
  )
  @_disfavoredOverload
  public static func lazy(_ name: String, as contract: Any.Type = Any.self) -> Parameter {
    neverCalled()
  }

  /// Unavailable: the argument is no `Provider`.
  @available(
    *, unavailable,
    message:
      "`.provider` passes a `Provider`: write `.service` for the service itself, or take a `Provider`"
  )
  @_disfavoredOverload
  public static func provider(_ name: String, as contract: Any.Type = Any.self) -> Parameter {
    neverCalled()
  }
}

extension Parameter where Value == Container {
  /// Unavailable: a factory that retains its container keeps it alive forever.
  @available(
    *, unavailable,
    message:
      "a factory takes a `Resolver` in place of the `Container`, which would retain itself: change the type of the argument"
  )
  public static var resolver: Parameter { neverCalled() }
}
