package import PatchbayDiagnostics

/// The keys that upper layers add, of which some may be misspelt.
package struct AddedKeys: Sendable {
  /// The lowest layer above the root file and its imports.
  let firstLayer: Int
  /// Finds the keys of lower layers that a key was probably meant to be: not those that its own layer
  /// names, too, and none if a service extends the key.
  let meant: @Sendable (_ key: String, HintBudget) -> [String]

  package init(
    firstLayer: Int, meant: @escaping @Sendable (_ key: String, HintBudget) -> [String]
  ) {
    (self.firstLayer, self.meant) = (firstLayer, meant)
  }
}
