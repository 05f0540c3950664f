import PatchbayDiagnostics

/// What the definitions of a child use of its parent, determined before they are planned.
///
/// A child's plan has a binding for each service that its own services use, and looks the others up
/// in the parent's plan. So making it costs by its own definitions, whatever the parent's size.
final class ParentNeeds {
  private let catalog: FactoryCatalog
  private let parent: Wiring
  /// The keys that are referred to; the parent may not have them, and the child may have them itself.
  private(set) var keys: Set<ExactText> = []
  /// The types that services are searched by.
  private(set) var types: Set<TypeName> = []
  /// The tags whose members are taken.
  private(set) var tags: Set<String> = []
  private var ownTags: Set<String> = []
  /// The keys that the definitions and their aliases define.
  private(set) var ownKeys: Set<ExactText> = []
  private var decorators: [Definition] = []
  /// Whether the definitions have a part whose effect depends on all of the parent's services.
  private var needsAll = false

  /// Determines what definitions use.
  ///
  /// - Returns: Nil if that depends on all of the parent's services.
  init?(of definitions: borrowing DefinitionSet, catalog: FactoryCatalog, parent: Wiring) {
    (self.catalog, self.parent) = (catalog, parent)
    if !definitions.faultyKeys.isEmpty { needsAll = true }
    if !definitions.unknownUses.isEmpty { needsAll = true }
    let all = definitions.definitions
    for index in all.indices {
      ownKeys.insert(ExactText(all[index].key))
      add(all, at: index)
    }
    for alias in definitions.aliases {
      ownKeys.insert(ExactText(alias.key))
      keys.insert(ExactText(alias.target.text))
    }
    for root in definitions.roots { keys.insert(ExactText(root.text)) }
    for decorator in decorators { addTarget(of: decorator, definitions.aliases) }
    if needsAll || isServiceHiddenFromAliases || isTagUnknown { return nil }
    for tag in tags {
      for member in parent.members(ofTag: tag) ?? [] { keys.insert(ExactText(member.key)) }
    }
    for type in types {
      for service in parent.offering(type) {
        keys.insert(ExactText(parent.servedKey(of: service)))
      }
    }
  }

  /// Adds what a definition uses; by its index, because a copy of it costs 600 instructions.
  private func add(_ definitions: [Definition], at index: Int) {
    // What a disabled entry uses is not known.
    if !definitions[index].isEnabled || definitions[index].isFaulty { needsAll = true }
    let arguments = definitions[index].arguments
    for position in arguments.indices { add(arguments[position].value.content) }
    for tag in definitions[index].tags { ownTags.insert(tag.name.text) }
    if definitions[index].hasRareFields {
      for property in definitions[index].properties { add(property.value.content) }
      for key in definitions[index].after { keys.insert(ExactText(key.text)) }
      if definitions[index].isDecorator { decorators.append(definitions[index]) }
    }
    guard definitions[index].autowire, let entry = entry(of: definitions[index]) else { return }
    for parameter in entry.parameters
    where parameter.kind.takesServices && !parameter.kind.takesSeveral
      && !arguments.contains(where: { $0.name == parameter.name })
    {
      types.insert(parameter.contract)
    }
  }

  private func add(_ content: ConfigurationValue.Content) {
    switch content {
    case .null, .scalar: break
    case .unknown, .faulty: needsAll = true
    case .list(let elements): for element in elements { add(element.content) }
    case .map(let entries): for entry in entries { add(entry.value.content) }
    case .service(let use):
      switch use.target {
      case .reference(let key), .optional(let key): keys.insert(ExactText(key.text))
      case .tagged(let tag): tags.insert(tag.text)
      case .inline(let definition): add([definition], at: 0)
      case .inner: break
      }
    }
  }

  /// Adds what is decorated: it is found by the types of its decorator from then on.
  private func addTarget(of decorator: Definition, _ aliases: [Alias]) {
    guard let key = decorator.decorates?.text, !aliases.contains(where: { $0.key == key }) else {
      needsAll = true
      return
    }
    keys.insert(ExactText(key))
    guard !ownKeys.contains(ExactText(key)), let index = parent.index(ofKey: key) else { return }
    // The order of a tag's members is that of all services.
    if !decorator.tags.isEmpty { needsAll = true }
    types.formUnion(parent.entry(of: index).contracts.types)
    if let entry = entry(of: decorator) { types.formUnion(entry.contracts.types) }
  }

  private func entry(of definition: Definition) -> CatalogEntry? {
    definition.factory ?? definition.type.flatMap { catalog.entries[$0.text] }
  }

  /// Whether the child defines the key of a service that the parent's aliases refer to: it is found
  /// by them alone then.
  private var isServiceHiddenFromAliases: Bool {
    parent.hasAliases
      && ownKeys.contains { key in parent.index(ofKey: key.text).map(parent.hasAlias) ?? false }
  }

  /// Whether a tag is used that nothing has: it may be misspelt.
  private var isTagUnknown: Bool {
    tags.contains { !ownTags.contains($0) && parent.members(ofTag: $0) == nil }
  }
}
