import PatchbayCore
import PatchbayDiagnostics

/// The inputs from which a plan was made: they are needed to make it again with further overlays.
final class PlanOrigin: Sendable {
  /// Only with the parts that an overlay needs.
  let configuration: ServiceConfiguration
  let environment: String?
  let variables: [String: String]
  /// Low to high, including the program's own parameters.
  let overlays: [UpperLayer]
  /// The program's services above all overlays.
  let program: [UpperLayer]
  let catalog: FactoryCatalog

  init(
    configuration: ServiceConfiguration, environment: String?, variables: [String: String],
    overlays: [UpperLayer], program: [UpperLayer], catalog: FactoryCatalog
  ) {
    self.configuration = configuration
    self.environment = environment
    self.variables = variables
    self.overlays = overlays
    self.program = program
    self.catalog = catalog
  }

  /// Returns the same origin with further overlays on top.
  func overlaid(by others: [UpperLayer]) -> PlanOrigin {
    PlanOrigin(
      configuration: configuration, environment: environment, variables: variables,
      overlays: overlays + others, program: program, catalog: catalog)
  }

  /// All layers above the configuration, low to high.
  private var layers: [UpperLayer] { program.isEmpty ? overlays : overlays + program }

  func definitions(into collector: inout DiagnosticCollector) -> [Definition] {
    configuration.definitions(
      environment: environment, variables: .unknown, above: layers, into: &collector
    ).definitions
  }

  /// Returns the plan of these inputs; of a configuration with all of its parts, if it is at hand.
  func plan(
    of configuration: ServiceConfiguration? = nil, parent: Plan?
  ) throws(DiagnosticsError) -> Plan {
    let configuration = configuration ?? self.configuration
    var collector = DiagnosticCollector()
    let definitions = configuration.definitions(
      environment: environment, variables: Variables(variables), above: layers,
      into: &collector)
    let checked = Plan.checking(
      consume definitions, catalog: catalog, parent: parent, into: &collector)
    try collector.throwErrors()
    // `checking` returns nil only if the collector has errors, and those were just thrown.
    var plan = checked!
    plan.origin = self
    return plan
  }
}
