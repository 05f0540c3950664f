import Patchbay

/// The diagnostics of a load, warnings included: `code: message`, in the order of their places.
func reported(
  _ yaml: String, environment: String? = nil, variables: [String: String] = [:],
  overlays: [String] = [], _ catalog: FactoryCatalog = .table
) -> [String] {
  do throws(DiagnosticsError) {
    let container = try Container(
      yaml, environment: environment, variables: variables, overlays: overlays, catalog)
    return container.plan.warnings.map { "\($0.code): \($0.message)" }
  } catch {
    return error.diagnostics.map { "\($0.code): \($0.message)" }
  }
}
