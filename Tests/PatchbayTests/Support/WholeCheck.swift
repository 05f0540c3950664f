import Patchbay

/// Checks all environments of a configuration, as the command `check` does.
func wholeCheck(
  _ configuration: ServiceConfiguration, overlays: [ConfigurationSource] = [], pairs: Bool = false,
  catalog: FactoryCatalog
) -> CombinedCheck {
  var check = CombinedCheck(
    CombinationGrid(
      environments: configuration.checkedEnvironments, overlays: overlays, pairs: pairs))
  check.run(configuration, catalog: catalog, findsUnused: true) {
    configuration, combination, collector in
    configuration.check(
      environment: combination.environment, overlays: combination.overlays, catalog: catalog,
      into: &collector)
  }
  return check
}
