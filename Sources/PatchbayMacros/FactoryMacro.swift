public import PatchbayCore

/// Declares a factory for a type that knows nothing of it, from the labels of an initializer.
///
/// ```swift
/// let catalog = FactoryCatalog("app") {
///   #factory(SQLiteLinkStore.init(path:), as: (any LinkStore).self)
///   #factory(SMTPMailer.init(host:port:), defaults: ["port": 587])
/// }
/// ```
///
/// The labels are the names of the arguments in configurations, and the types decide what each
/// argument is, as for ``Provided(_:as:arguments:)``. The type's name is the name in configurations.
///
/// The result is a ``Factory``, to which hooks and a summary can be added. An initializer that is
/// `async` is written `#factory(async: …)`, and one of the main actor `#factory(main: …)`.
///
/// - Parameters:
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives.
///   - defaults: The defaults by name. Their types are written, `Duration.seconds(5)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product, each Value, each Contract>(
  _ make: (repeat each Value) throws -> Product,
  as contracts: repeat (each Contract).Type,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> =
  #externalMacro(module: "PatchbayMacrosPlugin", type: "FactoryMacro")

/// Declares a factory for a type that knows nothing of it, from the labels of an initializer, with another name.
///
/// ```swift
/// #factory("Links", SQLiteLinkStore.init(path:))
/// ```
///
/// - Parameters:
///   - name: The type name that configurations write under `type`.
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives.
///   - defaults: The defaults by name. Their types are written, `Duration.seconds(5)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product, each Value, each Contract>(
  _ name: String, _ make: (repeat each Value) throws -> Product,
  as contracts: repeat (each Contract).Type,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> =
  #externalMacro(module: "PatchbayMacrosPlugin", type: "FactoryMacro")

/// Declares an asynchronous factory for a type that knows nothing of it.
///
/// ```swift
/// #factory(async: ConnectionPool.init(url:))
/// ```
///
/// It is to ``factory(_:as:arguments:defaults:)`` what ``Factory/init(async:_:fileID:line:make:)`` is to
/// the plain initializer.
///
/// - Parameters:
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives.
///   - defaults: The defaults by name. Their types are written, `Duration.seconds(5)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product: Sendable, each Value, each Contract>(
  async make: (repeat each Value) async throws -> Product,
  as contracts: repeat (each Contract).Type,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> =
  #externalMacro(module: "PatchbayMacrosPlugin", type: "AsyncFactoryMacro")

/// Declares an asynchronous factory for a type that knows nothing of it, with another name.
///
/// ```swift
/// #factory("Links", async: SQLiteLinkStore.init(path:))
/// ```
///
/// - Parameters:
///   - name: The type name that configurations write under `type`.
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives.
///   - defaults: The defaults by name. Their types are written, `Duration.seconds(5)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product: Sendable, each Value, each Contract>(
  _ name: String, async make: (repeat each Value) async throws -> Product,
  as contracts: repeat (each Contract).Type,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> =
  #externalMacro(module: "PatchbayMacrosPlugin", type: "AsyncFactoryMacro")

/// Declares a factory on the main actor for a type that knows nothing of it.
///
/// ```swift
/// #factory(main: StatusWindow.init(title:))
/// ```
///
/// It is to ``factory(_:as:arguments:defaults:)`` what ``Factory/init(main:_:fileID:line:make:)`` is to
/// the plain initializer.
///
/// - Parameters:
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives.
///   - defaults: The defaults by name. Their types are written, `Duration.seconds(5)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product: Sendable, each Value, each Contract>(
  main make: @MainActor (repeat each Value) throws -> Product,
  as contracts: repeat (each Contract).Type,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> =
  #externalMacro(module: "PatchbayMacrosPlugin", type: "MainFactoryMacro")

/// Declares a factory on the main actor for a type that knows nothing of it, with another name.
///
/// ```swift
/// #factory("Links", main: SQLiteLinkStore.init(path:))
/// ```
///
/// - Parameters:
///   - name: The type name that configurations write under `type`.
///   - make: A reference to the initializer, or to another function, with its labels.
///   - contracts: The types under which the product can be found.
///   - arguments: The names of the parameters that each request gives.
///   - defaults: The defaults by name. Their types are written, `Duration.seconds(5)`.
/// - Returns: The factory.
@freestanding(expression)
public macro factory<Product: Sendable, each Value, each Contract>(
  _ name: String, main make: @MainActor (repeat each Value) throws -> Product,
  as contracts: repeat (each Contract).Type,
  arguments: String...,
  defaults: KeyValuePairs<String, Any?> = [:]
) -> Factory<Product> =
  #externalMacro(module: "PatchbayMacrosPlugin", type: "MainFactoryMacro")
