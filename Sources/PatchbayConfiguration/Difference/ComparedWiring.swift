package import PatchbayCore
import PatchbayDiagnostics

/// One side of a comparison: a model as JSON, which also says of secrets whether their texts differ, as no file does.
package struct ComparedWiring: Sendable {
  let tree: JSON

  package init(_ model: WiringModel) { tree = model.comparable }
}
