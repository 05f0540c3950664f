import PatchbayCore
import PatchbayDiagnostics

/// How a plan was made of a configuration: what is needed to make it again with more on top.
struct PlanOrigin: Sendable {
  let configuration: ServiceConfiguration
  let environment: String?
  let variables: [String: String]
  /// Low to high; what the program set itself stands among them.
  var overlays: [ConfigurationSource]
  /// What the program defines above all overlays.
  let program: ProgramLayers
  let catalog: FactoryCatalog

  func plan(parent: Plan?) throws(DiagnosticsError) -> Plan {
    var collector = DiagnosticCollector()
    let definitions = configuration.definitions(
      environment: environment, variables: variables, overlays: overlays, program: program,
      into: &collector)
    let checked = Plan.checking(definitions, catalog: catalog, parent: parent, into: &collector)
    try collector.throwErrors()
    // `checking` gives nil only where the collector has errors, and those were just thrown.
    var plan = checked!
    plan.origin = self
    return plan
  }
}
