package import PatchbayCore

/// The names of one program that its schema suggests, and the types that it allows.
package struct SchemaVocabulary: Sendable {
  /// The types of the catalog; no other name is a type.
  let types: [WiringModel.Factory]
  /// The keys of services and aliases.
  package var keys: Set<String> = []
  package var templates: Set<String> = []
  package var tags: Set<String> = []
  /// The declared scopes.
  package var scopes: Set<String> = []
  package var environments: Set<String> = []

  /// Creates the vocabulary of a catalog alone.
  package init(_ catalog: FactoryCatalog) { types = catalog.factories }
}
