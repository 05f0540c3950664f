public import PatchbayCore

// Modifiers, arguments and statements that other containers have, or that belong elsewhere; see
// `Definitions+Mistakes.swift`.

extension ServiceDefinition {
  /// Unavailable: a service is a singleton by default.
  @available(
    *, unavailable,
    message: "a service is a singleton by default: leave `.singleton()` out"
  )
  public func singleton() -> Self { neverCalled() }

  /// Unavailable: the scope is an argument.
  @available(*, unavailable, message: "write `.scope(.transient)`")
  public func transient() -> Self { neverCalled() }

  /// Unavailable: each tag is a modifier.
  @available(*, unavailable, message: "write `.tag(\"name\")` for each tag")
  public func tags(_ names: String...) -> Self { neverCalled() }
}

extension TakesArguments {
  /// Unavailable: each argument is a modifier.
  @available(*, unavailable, message: "write `.argument(\"name\", value)` for each argument")
  public func arguments(_ arguments: KeyValuePairs<String, ArgumentValue>) -> Self {
    neverCalled()
  }
}

extension ArgumentValue {
  /// Unavailable: the name is another.
  @available(*, unavailable, renamed: "reference(_:)")
  public static func ref(_ key: String) -> Self { neverCalled() }

  /// Unavailable: the name is another.
  @available(*, unavailable, renamed: "reference(_:)")
  public static func service(_ key: String) -> Self { neverCalled() }

  /// Unavailable: a variable is read by the file, or by the program.
  @available(
    *, unavailable,
    message:
      "a definition reads no variable: pass `.parameter(\"host\")`, and set the parameter in the file by `host: $(env:HOST)`, or in the program by `Parameters`"
  )
  public static func env(_ name: String) -> Self { neverCalled() }
}

extension Dependency {
  /// Unavailable: a variable is read by the file, or by the program.
  @available(
    *, unavailable,
    message:
      "a definition reads no variable: pass `.parameter(\"host\")`, and set the parameter in the file by `host: $(env:HOST)`, or in the program by `Parameters`"
  )
  public static func env(_ name: String) -> Self { neverCalled() }
}

extension DefinitionBuilder {
  /// Unavailable: a factory belongs to a catalog.
  @available(
    *, unavailable,
    message:
      "factories belong to a catalog: write `Container(catalog: .app) { Define(\"key\", \"TypeName\") }`, or `Provide(.key) { … }` without one"
  )
  @_disfavoredOverload
  public static func buildExpression<Product>(_ factory: Factory<Product>) -> Definitions {
    neverCalled()
  }

  /// Unavailable: the catalog is an argument.
  @available(
    *, unavailable, message: "a catalog is an argument: write `Container(catalog: .app) { … }`"
  )
  @_disfavoredOverload
  public static func buildExpression(_ catalog: FactoryCatalog) -> Definitions { neverCalled() }

  /// Unavailable: the statement is no definition.
  @available(
    *, unavailable,
    message:
      "this is no definition: write `Provide(.key) { … }`, or `Provide(.key, instance: …)` for an instance"
  )
  @_disfavoredOverload
  public static func buildExpression<Other>(_ other: Other) -> Definitions { neverCalled() }
}
