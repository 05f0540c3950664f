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
    _ configuration: ServiceConfiguration, environment: String? = nil, catalog: FactoryCatalog
  ) throws { preconditionFailure("an unavailable declaration was called") }

  /// Unavailable: the path is no source.
  @available(
    *, unavailable,
    message: "a path in a variable is no source: write `ConfigurationSource(path: path)`"
  )
  @_disfavoredOverload
  public convenience init(
    loading path: some StringProtocol, environment: String? = nil,
    variables: [String: String]? = nil, parameters: [String: ParameterValue] = [:],
    overlays: [ConfigurationSource] = [], modules: [any Module] = [], catalog: FactoryCatalog,
    settings: LoadSettings = LoadSettings(),
    @DefinitionBuilder overrides: () -> Definitions = { Definitions() }
  ) throws(DiagnosticsError) { preconditionFailure("an unavailable declaration was called") }

  /// Unavailable: a container has a configuration, or definitions.
  @available(
    *, unavailable,
    message:
      "write `Container(loading: \"Config/services.yaml\", catalog: .app)`, or `Container { … }` with definitions"
  )
  @_disfavoredOverload
  public convenience init() { preconditionFailure("an unavailable declaration was called") }
}
