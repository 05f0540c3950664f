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

  /// Returns a plan of these inputs with further overlays on top, made by changing one without
  /// them; nil if it has to be made anew: the overlays say more than what some services are, or
  /// there is something to report.
  func changing(
    _ plan: Plan, by layers: [UpperLayer], recording record: FileRecord? = nil
  ) -> Plan? {
    // A file may have changed since it was read. And what is secret is known by a chain of plans, which
    // must not grow without limit.
    guard program.isEmpty, !overlays.contains(where: \.isFile), overlays.count < 32,
      let parameters = plan.parameterTable as? ParameterTable
    else { return nil }
    let configuration = configuration.recording(record)
    var collector = DiagnosticCollector()
    guard
      let opened = configuration.opened(
        environment: environment, above: overlays + layers, into: &collector),
      opened.isWhole, let keys = opened.servicesChanged(by: layers.count), plan.canChange(keys)
    else { return nil }
    let definitions = configuration.definitions(
      ofOnly: keys, opened, variables: Variables(variables),
      above: KnownLayers(count: plan.layers.count, parameters: parameters), into: &collector)
    guard collector.diagnostics.isEmpty, definitions.definitions.count == keys.count else {
      return nil
    }
    var changed = plan.changing(definitions, catalog: catalog)
    changed?.origin = overlaid(by: layers)
    return changed
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
