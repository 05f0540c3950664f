import PatchbayCore

/// A result builder that collects definitions and modules; it supports `if`, `switch` and `for`.
@resultBuilder
public enum DefinitionBuilder {
  /// Returns a module's definitions.
  public static func buildExpression(_ module: some Module) -> Definitions { module.definitions }

  /// Joins the definitions of all statements, in their order.
  public static func buildBlock(_ parts: Definitions...) -> Definitions { joined(parts) }

  /// Returns the definitions of an `if` without an `else`; none if its condition is false.
  public static func buildOptional(_ part: Definitions?) -> Definitions { part ?? Definitions() }
  /// Returns the definitions of the first branch.
  public static func buildEither(first part: Definitions) -> Definitions { part }
  /// Returns the definitions of the second branch.
  public static func buildEither(second part: Definitions) -> Definitions { part }
  /// Joins the definitions of all iterations of a loop, in their order.
  public static func buildArray(_ parts: [Definitions]) -> Definitions { joined(parts) }

  private static func joined(_ parts: [Definitions]) -> Definitions {
    Definitions(parts.flatMap(\.statements))
  }
}
