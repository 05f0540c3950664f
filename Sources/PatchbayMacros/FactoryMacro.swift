public import PatchbayCore

/// Declares a factory for a type that does not depend on Patchbay, from the labels of an initializer.
///
/// ```swift
/// let catalog = FactoryCatalog("app") {
///   #factory(SQLiteLinkStore.init(path:), as: (any LinkStore).self)
///   #factory(SMTPMailer.init(host:port:), defaults: ["port": 587])
/// }
/// ```
///
/// The labels are the names of the arguments in configurations, and the types decide what each
/// argument is, as for ``Provided(as:arguments:)``. The type's name is the name in configurations. The
/// macro sees neither the defaults of the initializer nor whether it is asynchronous: pass defaults
/// under `defaults`, and write `#factory(async: …)` for an `async` function and `#factory(main: …)` for
/// one of the main actor.
///
/// The result is a `Factory`, to which hooks and a summary can be added.
///
/// - Parameters:
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives, in their order.
///   - defaults: The defaults by name, with their types where a literal does not say them:
///     `Duration.seconds(5)`, `UInt16(80)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product, each Value>(
  _ make: (repeat each Value) throws -> Product,
  as contracts: Any.Type...,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> = #externalMacro(module: "PatchbayMacrosPlugin", type: "FactoryMacro")

/// Declares a factory for a type that does not depend on Patchbay, with another name than the type's.
///
/// ```swift
/// #factory("Links", SQLiteLinkStore.init(path:))
/// ```
///
/// - Parameters:
///   - name: The type name that configurations write under `type`.
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives, in their order.
///   - defaults: The defaults by name, with their types where a literal does not say them:
///     `Duration.seconds(5)`, `UInt16(80)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product, each Value>(
  _ name: String, _ make: (repeat each Value) throws -> Product,
  as contracts: Any.Type...,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> = #externalMacro(module: "PatchbayMacrosPlugin", type: "FactoryMacro")

/// Declares an asynchronous factory for a type that does not depend on Patchbay.
///
/// ```swift
/// #factory(async: ConnectionPool.init(url:))
/// ```
///
/// It expands to `Factory.init(async:_:fileID:line:make:)`.
///
/// - Parameters:
///   - name: The type name that configurations write under `type`; that of the type if it is left
///     out.
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives, in their order.
///   - defaults: The defaults by name, with their types where a literal does not say them:
///     `Duration.seconds(5)`, `UInt16(80)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product: Sendable, each Value>(
  _ name: String? = nil, async make: (repeat each Value) async throws -> Product,
  as contracts: Any.Type...,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> = #externalMacro(module: "PatchbayMacrosPlugin", type: "FactoryMacro")

/// Declares a factory on the main actor for a type that does not depend on Patchbay.
///
/// ```swift
/// #factory(main: StatusWindow.init(title:))
/// ```
///
/// It expands to `Factory.init(main:_:fileID:line:make:)`.
///
/// - Parameters:
///   - name: The type name that configurations write under `type`; that of the type if it is left
///     out.
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives, in their order.
///   - defaults: The defaults by name, with their types where a literal does not say them:
///     `Duration.seconds(5)`, `UInt16(80)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product: Sendable, each Value>(
  _ name: String? = nil, main make: @MainActor (repeat each Value) throws -> Product,
  as contracts: Any.Type...,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> = #externalMacro(module: "PatchbayMacrosPlugin", type: "FactoryMacro")
