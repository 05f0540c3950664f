import PatchbayCore

/// A result builder that collects definitions and modules; it supports `if`, `switch` and `for`.
@resultBuilder
public enum DefinitionBuilder {
  /// Returns a module's definitions.
  public static func buildExpression(_ module: some Module) -> Definitions { module.definitions }

  // Not all statements of a block at once: the metadata of their array costs a program 11,000 instructions
  // at its start.

  /// Returns the definitions of a block without statements: none.
  public static func buildBlock() -> Definitions { Definitions() }
  /// Returns the definitions of the first statement.
  public static func buildPartialBlock(first: Definitions) -> Definitions { first }
  /// Joins the definitions of a statement to those before it.
  public static func buildPartialBlock(
    accumulated: consuming Definitions, next: Definitions
  ) -> Definitions {
    accumulated.statements += next.statements
    return accumulated
  }

  /// Returns the definitions of an `if` without an `else`; none if its condition is false.
  public static func buildOptional(_ part: Definitions?) -> Definitions { part ?? Definitions() }
  /// Returns the definitions of the first branch.
  public static func buildEither(first part: Definitions) -> Definitions { part }
  /// Returns the definitions of the second branch.
  public static func buildEither(second part: Definitions) -> Definitions { part }
  /// Joins the definitions of all iterations of a loop, in their order.
  public static func buildArray(_ parts: [Definitions]) -> Definitions {
    Definitions(parts.flatMap(\.statements))
  }
}
