/// Builds definitions from what stands in braces: modules of any size, `if`, `switch` and `for`.
@resultBuilder
public enum DefinitionBuilder {
  public static func buildExpression(_ module: some Module) -> Definitions { module.definitions }

  public static func buildExpression(_ definitions: Definitions) -> Definitions { definitions }

  public static func buildBlock(_ parts: Definitions...) -> Definitions { joined(parts) }

  public static func buildOptional(_ part: Definitions?) -> Definitions { part ?? Definitions() }
  public static func buildEither(first part: Definitions) -> Definitions { part }
  public static func buildEither(second part: Definitions) -> Definitions { part }
  public static func buildArray(_ parts: [Definitions]) -> Definitions { joined(parts) }
  public static func buildLimitedAvailability(_ part: Definitions) -> Definitions { part }

  private static func joined(_ parts: [Definitions]) -> Definitions {
    Definitions(parts.flatMap(\.statements))
  }
}
