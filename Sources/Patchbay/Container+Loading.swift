extension Container {
  /// Loads a configuration, checks it, and makes a container, in one line.
  ///
  /// ```swift
  /// let container = try Container(loading: "Config/services.yaml", catalog: .app)
  /// ```
  ///
  /// The one initializer that looks at the process: without `variables` it takes the process's
  /// environment variables, and without `environment` the name that `PATCHBAY_ENV` holds. Everything
  /// beneath takes both as arguments.
  ///
  /// - Parameters:
  ///   - source: the root: a file, or a text of the program.
  ///   - environment: the environment to select. Without one, and with `PATCHBAY_ENV` unset or
  ///     empty, the base alone is loaded.
  ///   - variables: what `$(env:…)` reads.
  ///   - parameters: what the program sets itself, above all overlays.
  ///   - overlays: further sources, each above the one before.
  ///   - modules: what the program defines itself, above all overlays; one layer.
  ///   - catalog: what the configuration may name.
  ///   - settings: what the load may reach and how much it may take.
  ///   - fileID: where `parameters`, `modules` and `overrides` are handed in, for messages.
  ///   - line: where `parameters`, `modules` and `overrides` are handed in, for messages.
  ///   - overrides: what the program says above everything else.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place.
  public convenience init(
    loading source: ConfigurationSource,
    environment: String? = nil,
    variables: [String: String]? = nil,
    parameters: [String: ParameterValue] = [:],
    overlays: [ConfigurationSource] = [],
    modules: [any Module] = [],
    catalog: FactoryCatalog,
    settings: LoadSettings = LoadSettings(),
    fileID: String = #fileID,
    line: Int = #line,
    @DefinitionBuilder overrides: () -> Definitions = { Definitions() }
  ) throws(DiagnosticsError) {
    let variables = variables ?? ServiceConfiguration.processVariables()
    let named = variables["PATCHBAY_ENV"].flatMap { $0.isEmpty ? nil : $0 }
    let configuration = try ServiceConfiguration(source, settings: settings)
    self.init(
      try configuration.plan(
        environment: environment ?? named,
        variables: variables,
        parameters: parameters,
        overlays: overlays,
        modules: modules,
        for: catalog,
        fileID: fileID,
        line: line,
        overrides: overrides
      )
    )
  }
}
