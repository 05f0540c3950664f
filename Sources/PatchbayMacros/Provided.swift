/// Declares a factory for a type, from its initializer.
///
/// ```swift
/// /// Sends mail through one SMTP server.
/// @Provided(as: (any Mailer).self)
/// struct SMTPMailer: Mailer {
///   init(host: String, from: String, port: Int = 587) { … }
/// }
///
/// let catalog = FactoryCatalog("app") {
///   SMTPMailer.self
/// }
/// ```
///
/// The labels of the initializer are the names of the arguments in configurations. The types decide
/// what an argument is: a `Decodable` type is a value, an array of such a type too; every other type
/// is a service, and an optional, an array, a dictionary, a `Lazy` or a `Provider` of it are what
/// the same types are in a plain `Factory`. A default of the initializer is the default of the
/// argument. `throws`, `async` and `@MainActor` are followed. The first sentence of the type's
/// documentation is the factory's summary.
///
/// If a type has several initializers, mark the one to use with ``ProvidedInitializer()``. A
/// struct without one has the initializer that the compiler makes of its stored properties. An enum,
/// a generic type, a private or generic initializer, and a parameter without a label, variadic or
/// `inout` are errors. A type inside of a function cannot have the attribute. Isolation that comes from
/// a superclass, a protocol or the module is not seen: write it at the type or its initializer.
///
/// The attribute adds the property `factory` to the type, as visible as the type, and a conformance to
/// ``FactoryDeclaring``. A default means what it means in the initializer.
///
/// - Parameters:
///   - contracts: The types under which the product can be found, such as `(any Mailer).self`.
///   - arguments: The names of the parameters that each request gives, in the order of the
///     initializer; see `Parameter.argument(_:as:)`.
@attached(member, conformances: FactoryDeclaring, names: named(factory))
@attached(extension, conformances: FactoryDeclaring)
public macro Provided(
  as contracts: Any.Type..., arguments: String...
) = #externalMacro(module: "PatchbayMacrosPlugin", type: "ProvidedMacro")

/// Declares a factory for a type, from its initializer, with another name than the type's.
///
/// ```swift
/// @Provided("Mail", as: (any Mailer).self)
/// struct SMTPMailer: Mailer { … }
/// ```
///
/// - Parameters:
///   - name: The type name that configurations write under `type`.
///   - contracts: The types under which the product can be found, such as `(any Mailer).self`.
///   - arguments: The names of the parameters that each request gives, in the order of the
///     initializer; see `Parameter.argument(_:as:)`.
@attached(member, conformances: FactoryDeclaring, names: named(factory))
@attached(extension, conformances: FactoryDeclaring)
public macro Provided(
  _ name: String, as contracts: Any.Type..., arguments: String...
) = #externalMacro(module: "PatchbayMacrosPlugin", type: "ProvidedMacro")

/// Marks the initializer that `@Provided` takes, where a type has several.
///
/// ```swift
/// @Provided
/// struct Pool {
///   @ProvidedInitializer
///   init(url: String, size: Int = 4) { … }
///   init(connections: [Connection]) { … }
/// }
/// ```
@attached(peer)
public macro ProvidedInitializer() =
  #externalMacro(module: "PatchbayMacrosPlugin", type: "ProvidedInitializerMacro")
