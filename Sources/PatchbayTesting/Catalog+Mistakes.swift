public import Patchbay

// Functions that take the catalog under another label; see `ServicesTrait+Mistakes.swift`.

/// Unavailable: the label is another.
@available(*, unavailable, message: "write `for:` for `catalog:`: a check is for a catalog")
@_disfavoredOverload
public func expectWiring(
  _ path: String, catalog: FactoryCatalog, overlays: [String] = [], pairs: Bool = false,
  modules: [any Module] = [], settings: LoadSettings = LoadSettings()
) { neverCalled() }

/// Unavailable: the label is another.
@available(*, unavailable, message: "write `for:` for `catalog:`: a check is for a catalog")
@_disfavoredOverload
public func expectGraph(
  _ path: String, environment: String? = nil, catalog: FactoryCatalog, matches file: String,
  overlays: [String] = [], modules: [any Module] = [], settings: LoadSettings = LoadSettings()
) { neverCalled() }

/// Unavailable: the label is another.
@available(
  *, unavailable, message: "write `catalog:` for `for:`, as a load with a catalog is checked"
)
@_disfavoredOverload
public func expectDiagnostics(
  in yaml: String, environment: String? = nil, variables: [String: String] = [:],
  for catalog: FactoryCatalog, settings: LoadSettings = LoadSettings()
) { neverCalled() }

/// Unavailable: the label is another.
@available(
  *, unavailable,
  message:
    "a test loads its services from a catalog: write `catalog:` for `for:`, as in `withServices(\"Config/services.yaml\", catalog: .app)`"
)
@_disfavoredOverload
public func withServices<Result>(
  _ path: String, environment: String? = nil, variables: [String: String] = [:],
  overlays: [ConfigurationSource] = [], for catalog: FactoryCatalog,
  settings: LoadSettings = LoadSettings(), starting: Bool = false,
  operation: () async throws -> Result
) async throws -> Result { neverCalled() }
