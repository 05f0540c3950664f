import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

/// The text of a configuration with one service, `node`, that has some fields.
func textOfNode(_ fields: String) -> String {
  "scopes: [request]\nservices: { node: { type: Node\(fields.isEmpty ? "" : ", \(fields)") } }"
}

/// A container with one service, `node`.
func containerOfNode(
  _ fields: String = "", _ change: (Factory<Node>) -> Factory<Node>
) throws -> Container {
  let factory = change(Factory("Node") { Node("node") })
  let catalog = FactoryCatalog("t") { factory }
  return Container(try ServiceConfiguration(.inline(textOfNode(fields))).plan(catalog: catalog))
}

/// The messages of what an operation throws.
func thrownMessages(_ body: () async throws -> Void) async -> [String] {
  do { try await body() } catch {
    return (error as? DiagnosticsError)?.diagnostics.map(\.message) ?? ["\(error)"]
  }
  return []
}

/// Waits until it is opened, and notices no cancellation.
func openedAtLast(_ gate: Gate) async {
  await Task.detached { try? await gate.opened() }.value
}
