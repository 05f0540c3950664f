public import PatchbayCore

// Declarations that give mistakes a message of their own. The compiler tries an unavailable overload only where
// no other one fits, so they cost correct programs nothing, and none of them is ever called.

/// Stops the program, in the body of a declaration that no program can call.
func neverCalled() -> Never {
  preconditionFailure("an unavailable declaration was called")
}

extension Provide {
  /// Unavailable: an argument of `make` has no dependency.
  @available(
    *, unavailable,
    message:
      "`make` takes one argument more than there are dependencies: declare one for each argument, in their order"
  )
  @_disfavoredOverload
  public init<each Value: Sendable, Missing>(
    _ key: ServiceKey<Service>, _ dependencies: repeat Dependency<each Value>,
    make: @escaping @Sendable (repeat each Value, Missing) throws -> Service
  ) { neverCalled() }

  /// Unavailable: several arguments of `make` have no dependency.
  @available(
    *, unavailable,
    message:
      "`make` takes several arguments more than there are dependencies: declare one for each argument, in their order"
  )
  @_disfavoredOverload
  public init<each Value: Sendable, Missing, Further>(
    _ key: ServiceKey<Service>, _ dependencies: repeat Dependency<each Value>,
    make: @escaping @Sendable (repeat each Value, Missing, Further) throws -> Service
  ) { neverCalled() }

  /// Unavailable: no argument of `make` has a dependency.
  @available(
    *, unavailable,
    message:
      "`make` takes several arguments more than there are dependencies: declare one for each argument, in their order"
  )
  @_disfavoredOverload
  public init<First, Second, Third, each Further>(
    _ key: ServiceKey<Service>,
    make: @escaping @Sendable (First, Second, Third, repeat each Further) throws -> Service
  ) { neverCalled() }

  /// Unavailable: an instance has a label.
  @available(*, unavailable, message: "write `instance:` before an instance")
  @_disfavoredOverload
  public init(_ key: ServiceKey<Service>, _ instance: Service) { neverCalled() }

  /// Unavailable: the closure has to be awaited.
  @available(
    *, unavailable,
    message:
      "the closure of `Provide` cannot wait: declare a `Factory(async: …)` in a catalog, and `Define` the service with it"
  )
  @_disfavoredOverload
  public init<each Value: Sendable>(
    _ key: ServiceKey<Service>, _ dependencies: repeat Dependency<each Value>,
    make: @escaping @Sendable @concurrent (repeat each Value) async throws -> Service
  ) { neverCalled() }

  /// Unavailable: the closure takes a container, or a scope.
  @available(
    *, unavailable,
    message:
      "a definition takes a `Resolver` in place of the `Container`, which would retain itself: change the type of the argument"
  )
  @_disfavoredOverload
  public init<Source: ServiceResolving>(
    _ key: ServiceKey<Service>, make: @escaping @Sendable (Source) throws -> Service
  ) { neverCalled() }

  /// Unavailable: a definition begins with its key, and not with its type.
  @available(
    *, unavailable,
    message:
      "a definition begins with its key: write `Provide(.signUp) { … }`, or `Provide(\"sign-up\", as: SignUp.self) { … }`"
  )
  @_disfavoredOverload
  public init<each Value: Sendable>(
    _ type: Service.Type, _ dependencies: repeat Dependency<each Value>,
    make: @escaping @Sendable (repeat each Value) throws -> Service
  ) { neverCalled() }

  /// Unavailable: a definition begins with its key, and not with its type.
  @available(
    *, unavailable,
    message:
      "a definition begins with its key: write `Provide(.signUp) { … }`, or `Provide(\"sign-up\", as: SignUp.self) { … }`"
  )
  @_disfavoredOverload
  public init(_ type: Service.Type, make: @escaping @Sendable (Resolver) throws -> Service) {
    neverCalled()
  }

  /// Unavailable: a definition begins with its key, and not with its type.
  @available(
    *, unavailable,
    message:
      "a definition begins with its key: write `Provide(.signUp) { … }`, or `Provide(\"sign-up\", as: SignUp.self) { … }`"
  )
  @_disfavoredOverload
  public init(_ type: Service.Type, instance: Service) { neverCalled() }

  /// Unavailable: the service does not conform to the protocol.
  @available(
    *, unavailable,
    message:
      "the service does not conform to this protocol: declare the conformance, or convert the service in the closure"
  )
  @_disfavoredOverload
  public func provides<Contract>(
    _ contract: Contract.Type, _ view: @escaping @Sendable (Service) -> Service
  ) -> Self { neverCalled() }

  /// Unavailable: a contract needs a closure.
  @available(
    *, unavailable,
    message: "name the contract in a closure: `.provides { $0 as any SomeProtocol }`"
  )
  @_disfavoredOverload
  public func provides<Contract>(_ contract: Contract.Type) -> Self { neverCalled() }
}

extension Dependency {
  /// Unavailable: the type cannot be read from a configuration.
  @available(
    *, unavailable,
    message:
      "`.parameter` reads a type that is `Decodable`: write `.service` if this is a service, or make its type `Decodable`; take an array or a struct in place of a tuple"
  )
  @_disfavoredOverload
  public static func parameter(_ name: String) -> Self { neverCalled() }

  /// Unavailable: the argument is neither an array nor a dictionary.
  @available(
    *, unavailable,
    message: "`.tagged` passes an array or a dictionary of services: write `.service` for one"
  )
  @_disfavoredOverload
  public static func tagged(_ tag: String, as contract: Any.Type = Any.self) -> Self {
    neverCalled()
  }

  /// Unavailable: the argument is not optional.
  @available(
    *, unavailable,
    message: "`.optional` passes an optional: write `.service` if the service is always needed"
  )
  @_disfavoredOverload
  public static func optional<Other>(_ key: ServiceKey<Other>) -> Self { neverCalled() }
}

extension Dependency where Value == Container {
  /// Unavailable: a service that retains its container keeps it alive forever.
  @available(
    *, unavailable,
    message:
      "a definition takes a `Resolver` in place of the `Container`, which would retain itself: change the type of the argument"
  )
  public static var resolver: Self { neverCalled() }
}
