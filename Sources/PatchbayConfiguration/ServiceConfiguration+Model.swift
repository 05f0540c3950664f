package import PatchbayCore
package import PatchbayDiagnostics

extension ServiceConfiguration {
  /// Checks one environment without looking at any variable, and describes its wiring; nil if there
  /// is an error.
  ///
  /// Values of variables have one effect: they decide flags such as `enabled`. Nothing else of the
  /// model depends on them. A flag that they do not decide is assumed to be true, and listed.
  package func model(
    environment: String? = nil, overlays: [ConfigurationSource] = [],
    modules: [any Module] = [], variables: [String: String] = [:], catalog: FactoryCatalog,
    fileID: String = #fileID, line: Int = #line, into collector: inout DiagnosticCollector
  ) -> WiringModel? {
    let definitions = definitions(
      environment: environment, variables: .keepingSources(deciding: variables),
      overlays: overlays, modules: modules, fileID: fileID, line: line, into: &collector)
    return Plan.findings(in: definitions, catalog: catalog, into: &collector).model
  }
}
