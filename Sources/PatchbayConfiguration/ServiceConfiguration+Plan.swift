public import PatchbayCore
public import PatchbayDiagnostics

extension ServiceConfiguration {
  /// Lays an environment and overlays over the base, and checks it all against a catalog.
  ///
  /// Reads the overlays and the files of `$(file:)`; runs no factory.
  ///
  /// - Parameters:
  ///   - environment: the environment to select; nil for the base alone.
  ///   - variables: what `$(env:…)` reads.
  ///   - parameters: what the program sets itself, above all overlays.
  ///   - overlays: further sources, each above the one before.
  ///   - parent: the plan of the container whose child this is for; its services stand behind those of
  ///     this configuration.
  ///   - catalog: what the configuration may name.
  ///   - fileID: where `parameters` are handed in, for messages.
  ///   - line: where `parameters` are handed in, for messages.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place.
  public func plan(
    environment: String? = nil, variables: [String: String] = [:],
    parameters: [String: ParameterValue] = [:], overlays: [ConfigurationSource] = [],
    parent: Plan? = nil, for catalog: FactoryCatalog, fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) -> Plan {
    var overlays = overlays
    if !parameters.isEmpty {
      overlays.append(ParameterValue.overlay(parameters, fileID: fileID, line: line))
    }
    let origin = PlanOrigin(
      configuration: self, environment: environment, variables: variables, overlays: overlays,
      catalog: catalog)
    return try origin.plan(parent: parent)
  }
}
