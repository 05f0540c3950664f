import Patchbay

/// Checks all environments of a configuration, as the command `check` does.
func wholeCheck(
  _ configuration: ServiceConfiguration, overlays: [ConfigurationSource] = [],
  catalog: FactoryCatalog
) -> CombinedCheck {
  var check = CombinedCheck(
    CombinationGrid(environments: configuration.checkedEnvironments, overlays: overlays))
  check.run(configuration, catalog: catalog, findsUnused: true) {
    configuration, combination, collector in
    configuration.check(
      environment: combination.environment, overlays: combination.overlays, catalog: catalog,
      into: &collector)
  }
  return check
}

/// Returns what the check of a text reports, as the file `services.yaml` of the base.
func checked(_ yaml: String, catalog: FactoryCatalog) -> [Diagnostic] {
  var collector = DiagnosticCollector()
  do throws(DiagnosticsError) {
    let configuration = try ServiceConfiguration(
      .bytes(Array(yaml.utf8), name: "services.yaml"))
    let definitions = configuration.definitions(into: &collector)
    _ = Plan.checking(definitions, catalog: catalog, into: &collector)
  } catch {
    return error.diagnostics
  }
  return collector.diagnostics
}
