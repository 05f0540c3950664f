package import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

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

extension ServiceConfiguration {
  /// Returns the names that the texts of all environments, overlays and modules have.
  ///
  /// Nothing is evaluated: a configuration with mistakes has names, too.
  package func vocabulary(
    overlays: [ConfigurationSource] = [], modules: [any Module] = [], catalog: FactoryCatalog
  ) -> SchemaVocabulary {
    var vocabulary = SchemaVocabulary(catalog)
    vocabulary.environments = Set(environments)
    for file in files.loader.files { vocabulary.add(file.outline) }
    var others = files.siblings.values.map(\.loader)
    for overlay in overlays {
      var loader = files.loader
      _ = loader.open(overlay: overlay)
      others.append(loader)
    }
    for loader in others {
      // Each begins with the files of the root.
      for file in loader.files.dropFirst(files.loader.files.count) { vocabulary.add(file.outline) }
    }
    vocabulary.add(modules)
    return vocabulary
  }
}

extension SchemaVocabulary {
  /// Adds the names that modules define.
  package mutating func add(_ modules: [any Module]) {
    for statement in Definitions(modules).statements {
      if case .scopes(let names) = statement { scopes.formUnion(names.map(\.text)) }
      guard let (key, _, draft) = statement.service, draft?.isDecorator != true else { continue }
      if Name.isKey(key) { keys.insert(key) }
      tags.formUnion(draft?.fields.filter { $0.field == .tags }.compactMap(\.name) ?? [])
    }
  }

  fileprivate mutating func add(_ outline: FileOutline) {
    for section in [outline.body] + outline.environments.map(\.section) {
      section.services?.value.entries.forEach { key, entry in
        add(key: key)
        addTags(of: entry["tags"])
      }
      section.templates?.value.entries.forEach { key, entry in
        if Name.isKey(key.text) { templates.insert(key.text) }
        addTags(of: entry["tags"])
      }
    }
    scopes.formUnion(outline.scopes?.value.elements.compactMap(\.name) ?? [])
    addTags(of: outline.defaults?.value["tags"])
  }

  private mutating func add(key: YAMLNode) {
    if Name.isKey(key.text) { keys.insert(key.text) }
  }

  private mutating func addTags(of node: YAMLNode?) {
    tags.formUnion(node?.elements.compactMap(\.name) ?? [])
    tags.formUnion(node?.entries.compactMap(\.key.name) ?? [])
  }
}

extension YAMLNode {
  /// The text of a plain name; nil for anything else, such as a text that is marked as a secret.
  fileprivate var name: String? {
    guard kind == .scalar, tag == nil, !isNull, !text.isEmpty, !text.contains(text: "$(") else {
      return nil
    }
    return text
  }
}
