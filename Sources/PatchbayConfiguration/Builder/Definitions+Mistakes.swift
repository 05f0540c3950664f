public import PatchbayCore

// Declarations that give mistakes a message of their own; `Factory+Mistakes.swift` in PatchbayCore says which.

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
}

extension ArgumentValue {
  /// Unavailable: a variable is read by the file, or by the program.
  @available(
    *, unavailable,
    message:
      "a definition reads no variable: pass `.parameter(\"host\")`, and set the parameter in the file by `host: $(env:HOST)`, or in the program by `Parameters`"
  )
  public static func env(_ name: String) -> Self { neverCalled() }
}

extension DefinitionBuilder {
  /// Unavailable: a factory belongs to a catalog.
  @available(
    *, unavailable,
    message:
      "factories belong to a catalog: write `Container(catalog: .app) { Define(\"key\", \"TypeName\") }`, or `Provide(.key) { … }` without one"
  )
  @_disfavoredOverload
  public static func buildExpression<Product>(_ factory: Factory<Product>) -> Definitions {
    neverCalled()
  }

  /// Unavailable: the statement is no definition.
  @available(
    *, unavailable,
    message:
      "this is no definition: write `Provide(.key) { … }`, or `Provide(.key, instance: …)` for an instance"
  )
  @_disfavoredOverload
  public static func buildExpression<Other>(_ other: Other) -> Definitions { neverCalled() }
}
