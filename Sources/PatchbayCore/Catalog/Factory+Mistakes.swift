// Declarations that give mistakes a message of their own: frequent ones, and those of which the compiler only says
// that it has no message. It tries an unavailable overload only where no other one fits, so they cost correct programs
// nothing, and none of them is ever called.

/// Stops the program, in the body of a declaration that no program can call.
@usableFromInline
func neverCalled() -> Never { preconditionFailure("an unavailable declaration was called") }

extension Factory {
  /// Unavailable: the product does not conform to the protocol.
  @available(
    *, unavailable,
    message:
      "the product does not conform to this protocol: declare the conformance, or convert the product in the closure"
  )
  @_disfavoredOverload
  public func provides<Contract>(
    _ contract: Contract.Type, _ view: @escaping @Sendable (Product) -> Product
  ) -> Self { neverCalled() }

  /// Unavailable: a contract needs a closure.
  @available(
    *, unavailable,
    message: "name the contract in a closure: `.provides { $0 as any SomeProtocol }`"
  )
  @_disfavoredOverload
  public func provides<Contract>(_ contract: Contract.Type) -> Self { neverCalled() }

  /// Unavailable: an argument of `make` has no parameter.
  @available(
    *, unavailable,
    message:
      "`make` takes one argument more than there are parameters: declare a parameter for each argument, in their order"
  )
  @_disfavoredOverload
  public init<each Value, Missing>(
    _ name: String, _ parameters: repeat Parameter<each Value>,
    make: @escaping @Sendable (repeat each Value, Missing) throws -> Product
  ) { neverCalled() }

  /// Unavailable: `make` has to be awaited.
  @available(
    *, unavailable,
    message:
      "`make` has to be awaited: write `Factory(async: …)`, or `Factory(main: …)` if it is of the main actor"
  )
  @_disfavoredOverload
  public init<each Value>(
    _ name: String, _ parameters: repeat Parameter<each Value>,
    make: @escaping @Sendable @concurrent (repeat each Value) async throws -> Product
  ) { neverCalled() }

  /// Unavailable: the labels are missing in `#factory`, which alone writes the place and no parameter.
  @available(
    *, unavailable,
    message:
      "a reference without labels is taken for one without parameters: write the labels, such as `SMTPMailer.init(host:port:)`"
  )
  @_disfavoredOverload
  public init<First, each Rest>(
    _ name: String, fileID: String, line: Int,
    make: @escaping @Sendable (First, repeat each Rest) throws -> Product
  ) { neverCalled() }
}

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
}

extension CatalogBuilder {
  /// Unavailable: the statement is no factory.
  @available(
    *, unavailable,
    message:
      "each statement of a catalog is a factory or another catalog: write a `Factory`, or use `@Provided` or `#factory` of PatchbayMacros"
  )
  @_disfavoredOverload
  public static func buildExpression<Other>(_ other: Other) -> [CatalogPart] { neverCalled() }
}
