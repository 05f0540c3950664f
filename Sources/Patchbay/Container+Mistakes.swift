// The compiler tries an unavailable overload only where no other one fits, and none of them is ever called.

extension Container {
  /// Unavailable: the file has a label.
  @available(*, unavailable, renamed: "init(loading:environment:catalog:)")
  @_disfavoredOverload
  public convenience init(
    _ source: ConfigurationSource, environment: String? = nil, catalog: FactoryCatalog
  ) throws { preconditionFailure("an unavailable declaration was called") }

  /// Unavailable: a container is created from a plan.
  @available(
    *, unavailable,
    message:
      "a container is created from a plan, which checks the configuration: write `Container(try configuration.plan(environment: \"test\", catalog: .app))`"
  )
  @_disfavoredOverload
  public convenience init(
    _ configuration: ServiceConfiguration
  ) { preconditionFailure("an unavailable declaration was called") }

  /// Unavailable: a container is created from a plan.
  @available(
    *, unavailable,
    message:
      "a container is created from a plan, which checks the configuration: write `Container(try configuration.plan(environment: \"test\", catalog: .app))`"
  )
  @_disfavoredOverload
  public convenience init(
    _ configuration: ServiceConfiguration, environment: String? = nil, catalog: FactoryCatalog
  ) throws { preconditionFailure("an unavailable declaration was called") }
}
