extension Container {
  /// Loads a configuration, validates it, and creates a container.
  ///
  /// ```swift
  /// let container = try Container(loading: "Config/services.yaml", catalog: .app)
  /// ```
  ///
  /// Unlike the other initializers, this one reads the process environment: `variables` defaults to
  /// it, and `environment` to the value of `PATCHBAY_ENV`.
  ///
  /// - Parameters:
  ///   - source: The root: a file, or a text of the program.
  ///   - environment: The environment to select. Without one, and with `PATCHBAY_ENV` unset or
  ///     empty, the base alone is loaded.
  ///   - variables: The variables that `$(env:…)` reads.
  ///   - parameters: The program's own parameters, above all overlays.
  ///   - overlays: Further sources, each above the one before.
  ///   - modules: The program's own definitions, above all overlays; one layer.
  ///   - requests: What the program requests, with which the configuration is compared.
  ///   - catalog: The types that the configuration may name.
  ///   - settings: The settings of the load.
  ///   - fileID: The file where `parameters`, `modules` and `overrides` are passed, for messages.
  ///   - line: The line where `parameters`, `modules` and `overrides` are passed, for messages.
  ///   - overrides: The program's definitions above everything else.
  /// - Throws: ``DiagnosticsError`` with every error, sorted by place.
  public convenience init(
    loading source: ConfigurationSource,
    environment: String? = nil,
    variables: [String: String]? = nil,
    parameters: [String: ParameterValue] = [:],
    overlays: [ConfigurationSource] = [],
    modules: [any Module] = [],
    requests: Requests? = nil,
    catalog: FactoryCatalog,
    settings: LoadSettings = LoadSettings(),
    fileID: String = #fileID,
    line: Int = #line,
    @DefinitionBuilder overrides: () -> Definitions = { Definitions() }
  ) throws(DiagnosticsError) {
    let variables = variables ?? ServiceConfiguration.processVariables()
    let named = variables["PATCHBAY_ENV"].flatMap { $0.isEmpty ? nil : $0 }
    let configuration = try ServiceConfiguration(source, settings: settings)
    let plan: Plan
    do throws(DiagnosticsError) {
      plan = try configuration.plan(
        environment: environment ?? named,
        variables: variables,
        parameters: parameters,
        overlays: overlays,
        modules: modules,
        requests: requests,
        catalog: catalog,
        fileID: fileID,
        line: line,
        overrides: overrides
      )
    } catch {
      throw environment == nil ? error.ofEnvironment(", which PATCHBAY_ENV names") : error
    }
    self.init(plan)
  }
}
