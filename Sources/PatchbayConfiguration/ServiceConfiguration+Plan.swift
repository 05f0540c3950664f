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
  ///   - catalog: what the configuration may name.
  ///   - fileID: where `parameters` are handed in, for messages.
  ///   - line: where `parameters` are handed in, for messages.
  /// - Throws: ``DiagnosticsError`` with every mistake, sorted by place.
  public func plan(
    environment: String? = nil, variables: [String: String] = [:],
    parameters: [String: ParameterValue] = [:], overlays: [ConfigurationSource] = [],
    for catalog: FactoryCatalog, fileID: String = #fileID, line: Int = #line
  ) throws(DiagnosticsError) -> Plan {
    var collector = DiagnosticCollector()
    var overlays = overlays
    if !parameters.isEmpty {
      overlays.append(ParameterValue.overlay(parameters, fileID: fileID, line: line))
    }
    let definitions = definitions(
      environment: environment, variables: variables, overlays: overlays, into: &collector)
    let plan = Plan.checking(definitions, catalog: catalog, into: &collector)
    try collector.throwErrors()
    // `checking` gives nil only where the collector has errors, and those were just thrown.
    return plan!
  }
}
