public import PatchbayCore
public import PatchbayDiagnostics

extension ServiceConfiguration {
  /// Lays an environment and overlays over the base, and checks it all against a catalog.
  ///
  /// ```swift
  /// let plan = try configuration.plan(environment: "test", modules: [Mail()], for: .app) {
  ///   Provide(.clock, instance: FixedClock())
  ///   Change("server").argument("port", 0)
  /// }
  /// ```
  ///
  /// Reads the overlays and the files of `$(file:)`; runs no factory.
  ///
  /// - Parameters:
  ///   - environment: The environment to select; nil for the base alone.
  ///   - variables: What `$(env:…)` reads.
  ///   - parameters: What the program sets itself, above all overlays.
  ///   - overlays: Further sources, each above the one before.
  ///   - modules: What the program defines itself, above all overlays; one layer.
  ///   - parent: The plan of the container whose child this is for; its services stand behind those of
  ///     this configuration.
  ///   - catalog: What the configuration and `Define` may name.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - overrides: What the program says above everything else.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place.
  public func plan(
    environment: String? = nil, variables: [String: String] = [:],
    parameters: [String: ParameterValue] = [:], overlays: [ConfigurationSource] = [],
    modules: [any Module] = [], parent: Plan? = nil, for catalog: FactoryCatalog,
    fileID: String = #fileID, line: Int = #line,
    @DefinitionBuilder overrides: () -> Definitions = { Definitions() }
  ) throws(DiagnosticsError) -> Plan {
    let program = ProgramLayers(
      modules: Definitions(modules), overrides: overrides(),
      location: SwiftLocation(fileID: fileID, line: line))
    let origin = PlanOrigin(
      configuration: self, environment: environment, variables: variables,
      overlays: overlays + program.overlays(parameters), program: program, catalog: catalog)
    return try origin.plan(parent: parent)
  }
}
