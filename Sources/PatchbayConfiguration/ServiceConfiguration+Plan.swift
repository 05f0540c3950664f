public import PatchbayCore
public import PatchbayDiagnostics

extension ServiceConfiguration {
  /// Merges an environment and overlays into the base, and checks the result against a catalog.
  ///
  /// ```swift
  /// let plan = try configuration.plan(environment: "test", modules: [Mail()], catalog: .app) {
  ///   Provide(.clock, instance: FixedClock())
  ///   Change("server").argument("port", 0)
  /// }
  /// ```
  ///
  /// The call reads the overlays and the files of `$(file:)`, and runs no factory.
  ///
  /// - Parameters:
  ///   - environment: The environment to select; nil for the base alone.
  ///   - variables: The variables that `$(env:…)` reads.
  ///   - parameters: Parameters that the program sets, above all overlays.
  ///   - overlays: Further sources, each above the one before.
  ///   - modules: Definitions of the program, above all overlays; together they are one layer.
  ///   - parent: The plan of the parent container, for a child's plan. It serves the keys that this
  ///     configuration does not define.
  ///   - catalog: The types that the configuration and `Define` may name.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - overrides: Definitions of the program, above all other layers.
  /// - Returns: The checked plan.
  /// - Throws: ``DiagnosticsError`` with every error, sorted by place.
  public func plan(
    environment: String? = nil, variables: [String: String] = [:],
    parameters: [String: ParameterValue] = [:], overlays: [ConfigurationSource] = [],
    modules: [any Module] = [], parent: Plan? = nil, catalog: FactoryCatalog,
    fileID: String = #fileID, line: Int = #line,
    @DefinitionBuilder overrides: () -> Definitions = { Definitions() }
  ) throws(DiagnosticsError) -> Plan {
    let program = UpperLayer.program(
      modules: Definitions(modules), parameters: parameters, overrides: overrides(),
      at: SwiftLocation(fileID: fileID, line: line))
    var layers = overlays.map { UpperLayer.source($0) }
    if !program.parameters.isEmpty { layers += program.parameters }
    let origin = PlanOrigin(
      configuration: kept, environment: environment, variables: variables, overlays: layers,
      program: program.services, catalog: catalog)
    return try origin.plan(of: self, parent: parent)
  }
}
