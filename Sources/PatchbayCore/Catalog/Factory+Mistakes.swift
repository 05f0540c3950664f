// Declarations that give mistakes a message of their own. The compiler tries an unavailable overload only where
// no other one fits, so they cost correct programs nothing, and none of them is ever called.

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

  /// Unavailable: several arguments of `make` have no parameter.
  @available(
    *, unavailable,
    message:
      "`make` takes several arguments more than there are parameters: declare a parameter for each argument, in their order"
  )
  @_disfavoredOverload
  public init<each Value, Missing, Further>(
    _ name: String, _ parameters: repeat Parameter<each Value>,
    make: @escaping @Sendable (repeat each Value, Missing, Further) throws -> Product
  ) { neverCalled() }

  /// Unavailable: no argument of `make` has a parameter.
  @available(
    *, unavailable,
    message:
      "`make` takes several arguments more than there are parameters: declare a parameter for each argument, in their order"
  )
  @_disfavoredOverload
  public init<First, Second, Third, each Further>(
    _ name: String,
    make: @escaping @Sendable (First, Second, Third, repeat each Further) throws -> Product
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
}

extension Factory {
  /// Unavailable: the definition has the scope.
  @available(
    *, unavailable,
    message:
      "a definition says how long its instance is kept, and keeps one for all if it says nothing: leave `.singleton()` out"
  )
  public func singleton() -> Self { neverCalled() }

  /// Unavailable: the definition has the scope.
  @available(
    *, unavailable,
    message:
      "a definition says how long its instance is kept: write `scope: transient` in the configuration"
  )
  public func transient() -> Self { neverCalled() }
}

extension Factory {
  /// Unavailable: the closure takes a resolver, which no parameter declares.
  @available(
    *, unavailable,
    message:
      "a factory declares what its closure takes: write a parameter for each argument, such as `.service(\"mailer\")`, or `.resolver` for all services"
  )
  @_disfavoredOverload
  public init(_ name: String, make: @escaping @Sendable (Resolver) throws -> Product) {
    neverCalled()
  }

  /// Unavailable: the closure takes a container, or a scope.
  @available(
    *, unavailable,
    message:
      "a factory takes a `Resolver` in place of the `Container`, which would retain itself: write the parameter `.resolver`, and change the type of the argument"
  )
  @_disfavoredOverload
  public init<Source: ServiceResolving>(
    _ name: String, make: @escaping @Sendable (Source) throws -> Product
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

extension Factory where Product: Sendable {
  /// Unavailable: the labels are missing in `#factory`.
  @available(
    *, unavailable,
    message:
      "a reference without labels is taken for one without parameters: write the labels, such as `SMTPMailer.init(host:port:)`"
  )
  @_disfavoredOverload
  public init<First, each Rest>(
    async name: String, fileID: String, line: Int,
    make: @escaping @Sendable @concurrent (First, repeat each Rest) async throws -> Product
  ) { neverCalled() }

  /// Unavailable: the labels are missing in `#factory`.
  @available(
    *, unavailable,
    message:
      "a reference without labels is taken for one without parameters: write the labels, such as `SMTPMailer.init(host:port:)`"
  )
  @_disfavoredOverload
  public init<First, each Rest>(
    main name: String, fileID: String, line: Int,
    make: @escaping @Sendable @MainActor (First, repeat each Rest) throws -> Product
  ) { neverCalled() }

  /// Unavailable: an argument of `make` has no parameter.
  @available(
    *, unavailable,
    message:
      "`make` takes one argument more than there are parameters: declare a parameter for each argument, in their order"
  )
  @_disfavoredOverload
  public init<each Value, Missing>(
    async name: String, _ parameters: repeat Parameter<each Value>,
    make: @escaping @Sendable @concurrent (repeat each Value, Missing) async throws -> Product
  ) { neverCalled() }
}

extension CatalogBuilder {
  /// Unavailable: the type declares no factory.
  @available(
    *, unavailable,
    message:
      "this type declares no factory: write a `Factory`, or use `@Provided` or `#factory` of PatchbayMacros"
  )
  @_disfavoredOverload
  public static func buildExpression<Other>(_ type: Other.Type) -> [CatalogPart] { neverCalled() }

  /// Unavailable: each factory is a statement.
  @available(
    *, unavailable,
    message: "write each factory as a statement of its own, without brackets and commas"
  )
  @_disfavoredOverload
  public static func buildExpression<Element>(_ list: [Element]) -> [CatalogPart] { neverCalled() }

  /// Unavailable: the statement is no factory.
  @available(
    *, unavailable,
    message: "a catalog consists of factories and other catalogs, and this is neither of them"
  )
  @_disfavoredOverload
  public static func buildExpression<Other>(_ other: Other) -> [CatalogPart] { neverCalled() }
}
