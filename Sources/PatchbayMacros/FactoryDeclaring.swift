// Expansions refer to `PatchbayMacros.Factory`, so a file that uses a macro needs no second import.
@_exported public import PatchbayCore

/// A type that declares its own factory; ``Provided(_:as:arguments:)`` makes a type conform.
///
/// A catalog takes such a type as a statement: `SMTPMailer.self`.
public protocol FactoryDeclaring {
  /// What the factory makes: the type itself.
  associatedtype Product

  /// The factory, to which hooks and properties can be added.
  ///
  /// ```swift
  /// FactoryCatalog("app") {
  ///   HTTPServer.factory.onStart { try $0.start() }.onStop { $0.stop() }
  /// }
  /// ```
  static var factory: Factory<Product> { get }
}

extension CatalogBuilder {
  /// Returns the factory of a type whose product is `Sendable`.
  public static func buildExpression<Declaring: FactoryDeclaring>(
    _ type: Declaring.Type
  ) -> [CatalogPart] where Declaring.Product == Declaring, Declaring: Sendable {
    buildExpression(type.factory)
  }

  /// Returns the factory of a type whose product is not `Sendable`, and so can only be made for one
  /// caller.
  public static func buildExpression<Declaring: FactoryDeclaring>(
    _ type: Declaring.Type
  ) -> [CatalogPart] where Declaring.Product == Declaring {
    buildExpression(type.factory)
  }
}
