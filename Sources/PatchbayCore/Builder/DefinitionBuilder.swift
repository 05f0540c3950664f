/// Builds definitions from what stands in braces: modules of any size, `if`, `switch` and `for`.
@resultBuilder
public enum DefinitionBuilder {
  /// Takes a module's definitions.
  public static func buildExpression(_ module: some Module) -> Definitions { module.definitions }

  /// Takes definitions as they are.
  public static func buildExpression(_ definitions: Definitions) -> Definitions { definitions }

  /// Joins the definitions of all statements, in their order.
  public static func buildBlock(_ parts: Definitions...) -> Definitions { joined(parts) }

  /// Takes the definitions of an `if` without an `else`; none where its condition is false.
  public static func buildOptional(_ part: Definitions?) -> Definitions { part ?? Definitions() }
  /// Takes the definitions of the branch that is chosen.
  public static func buildEither(first part: Definitions) -> Definitions { part }
  /// Takes the definitions of the branch that is chosen.
  public static func buildEither(second part: Definitions) -> Definitions { part }
  /// Joins the definitions of all rounds of a loop, in their order.
  public static func buildArray(_ parts: [Definitions]) -> Definitions { joined(parts) }
  /// Takes the definitions of an `if #available`.
  public static func buildLimitedAvailability(_ part: Definitions) -> Definitions { part }

  private static func joined(_ parts: [Definitions]) -> Definitions {
    Definitions(parts.flatMap(\.statements))
  }
}
