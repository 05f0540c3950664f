public import PatchbayCore

// Declarations that fit a mistake, for which the expansion reports it. The one without a generic parameter has none
// because the compiler would otherwise prefer it to explain a mistake in a hook.

/// Reports what is no function that fits, such as `#factory(SMTPMailer.self)` and `#factory(SMTPMailer(host: "a"))`.
///
/// The macro reads the labels of a reference, such as `SMTPMailer.init(host:port:)`, and sees no
/// declaration of the type.
///
/// - Parameters:
///   - value: Anything else than a function that fits.
///   - contracts: The types under which the product can be found.
/// - Returns: Nothing: every use is an error.
@freestanding(expression)
public macro factory(
  _ value: Any, as contracts: Any.Type...
) -> Factory<Never> = #externalMacro(module: "PatchbayMacrosPlugin", type: "FactoryMistake")

/// Reports an initializer that may return nil: `#factory(Address.init(text:))`.
///
/// - Parameters:
///   - make: A reference to the initializer.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives.
///   - defaults: The defaults by name.
/// - Returns: Nothing: every use is an error.
@freestanding(expression)
public macro factory<Product, each Value>(
  _ make: (repeat each Value) throws -> Product?,
  as contracts: Any.Type...,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> =
  #externalMacro(module: "PatchbayMacrosPlugin", type: "FailableFactoryMistake")

// The compiler tries an unavailable overload only where no other one fits, and none of them is ever called.

extension FactoryDeclaring {
  /// Unavailable: hooks are those of the factory.
  @available(
    *, unavailable,
    message: "hooks are those of the factory: write `HTTPServer.factory.onStart { … }`"
  )
  public static func onStart(_ hook: (Product) async throws -> Void) -> Factory<Product> {
    preconditionFailure("an unavailable declaration was called")
  }

  /// Unavailable: hooks are those of the factory.
  @available(
    *, unavailable,
    message: "hooks are those of the factory: write `HTTPServer.factory.onRun { … }`"
  )
  public static func onRun(
    ready: ((Product) async throws -> Void)? = nil, _ body: (Product) async throws -> Void
  ) -> Factory<Product> {
    preconditionFailure("an unavailable declaration was called")
  }

  /// Unavailable: hooks are those of the factory.
  @available(
    *, unavailable,
    message: "hooks are those of the factory: write `HTTPServer.factory.onStop { … }`"
  )
  public static func onStop(_ hook: (Product) async throws -> Void) -> Factory<Product> {
    preconditionFailure("an unavailable declaration was called")
  }
}
