package import PatchbayDiagnostics

/// Everything that a load or a program says, merged and typed; it knows no YAML.
///
/// The order of ``definitions`` is that of first appearance in the merged document, which is the
/// order of `!tagged` lists and of everything that is printed.
package struct DefinitionSet: Sendable {
  /// The layers that were merged, low to high.
  package var layers: [LayerName] = []
  /// The environment that was selected; nil for the base alone.
  package var environment: String?
  /// The declared scopes, outermost first.
  package var scopes: [Located] = []
  /// The keys that the program resolves, where it says so.
  package var roots: [Located] = []
  /// The services, in the order of their first appearance.
  package var definitions: [Definition] = []
  /// The second keys.
  package var aliases: [Alias] = []
  /// Keys that a layer defined and a higher one removed, with the removing place.
  package var removed: [String: Origin] = [:]
  /// Keys of which nothing is known because their entries were told about: no reference to one is
  /// reported again.
  package var faultyKeys: Set<String> = []
  /// Where environments that are not selected define a key, for hints.
  package var definitionsElsewhere: @Sendable (String, HintBudget) -> [Elsewhere] = { _, _ in [] }
  /// Where a template is defined, for hints.
  package var templatePlace: @Sendable (String) -> SourcePlace? = { _ in nil }
  /// Evaluates a parameter.
  package var parameters = ParameterLookup()
  /// Secret texts that the values were made of.
  package var secrets = SecretTexts()

  /// Makes a set that defines nothing.
  package init() {}
}
