import PatchbayCore
import PatchbayDiagnostics

extension Description {
  /// Adds a service, a decorator or a disabled entry.
  mutating func add(_ node: WiringModel.Node) {
    let service = node.service
    begin(
      "\(service.key): \(service.type.isEmpty ? "(no type is known)" : service.type)",
      summary: node.definition.summary)
    add("defined at", at: node.definition.provenance)
    if let owner = service.owner { add("inline, in \(owner)") }
    if node.ownFactory == nil, let provenance = node.origin(of: "type") {
      add("type set at", at: provenance)
    }
    addFactory(of: node)
    addContracts(of: node)
    addFields(of: node)
    if service.isRoot { add("root: the configuration declares it") }
    if service.starts { add("starts: its factory has `onStart`") }
    if service.runs { add("runs: its factory has `onRun`") }
    add("arguments", node.definition.arguments, of: node)
    addDefaults(of: node)
    add("properties", node.definition.properties, of: node)
    addTags(of: node)
    addDecorators(of: node)
    addDependencies(of: node)
  }

  /// Adds an alias, and the service that it leads to.
  mutating func add(_ alias: Alias) {
    begin("\(alias.key): an alias of \(alias.target.text)")
    add(places: places(of: alias.provenance))
    if let deprecation = alias.deprecated?.text { add("deprecated: \(deprecation)") }
    if let node = index.node(alias.key) { add(node) }
  }

  /// Adds a key that a layer removed.
  mutating func add(_ removal: WiringModel.Removal) {
    begin("\(removal.key) is removed")
    add(places: [name(of: removal.origin)])
  }

  /// Adds the fields, except those that the lines above them have.
  private mutating func addFields(of node: WiringModel.Node) {
    let fields = node.fields.filter { !["type", "description", "provides"].contains($0.name) }
    if node.service.decorates == nil, !fields.contains(where: { $0.name == "scope" }) {
      add("scope: \(node.service.scope) (the default)")
    }
    for field in fields {
      let text = field.unknown.map { "\($0.text), assumed to be \(field.text)" } ?? field.text
      add("\(field.name): \(text)")
      if let origin = field.origin { add(places: places(of: origin), depth: 2) }
    }
  }

  private mutating func addFactory(of node: WiringModel.Node) {
    if let factory = node.ownFactory ?? factories[node.service.type] {
      addFactory(factory)
    } else {
      add("factory: the catalog `\(catalogName)` has none of this name")
    }
  }

  /// Adds the contracts by which it is found, besides the type that its factory makes.
  private mutating func addContracts(of node: WiringModel.Node) {
    let contracts = node.contracts.map(\.description).filter { $0 != node.service.product }
    if contracts.isEmpty { return }
    let decorated = node.decorators.isEmpty ? "" : ", decorated"
    add("provides\(decorated): \(contracts.joined(separator: ", "))")
    if let provenance = node.origin(of: "provides") {
      add(places: places(of: provenance), depth: 2)
    }
  }

  private mutating func addDefaults(of node: WiringModel.Node) {
    let factory = node.ownFactory ?? factories[node.service.type]
    let given = Set(
      node.definition.arguments.map(\.name)
        + (index.outgoing[node.service.key] ?? []).map(\.name))
    let left = (factory?.parameters ?? []).filter { $0.isOptional && !given.contains($0.name) }
    add("left to the factory", left.map { ($0.declaration, "") })
  }

  private mutating func addTags(of node: WiringModel.Node) {
    if !node.definition.tags.isEmpty { add(heading: "tags") }
    for tag in node.definition.tags {
      add(tag.name.text + suffix(ofPriority: tag.priority), tag.name.provenance, depth: 2)
      for entry in tag.attributes { add(entry.key, entry.value, of: "", depth: 3) }
    }
  }

  /// Adds the decorators from the outermost, which other services receive, to the innermost; those
  /// that are disabled follow.
  private mutating func addDecorators(of node: WiringModel.Node) {
    let disabled = index.model.nodes.filter {
      !$0.isEnabled && $0.service.decorates == node.service.key
    }
    let decorators = node.decorators.reversed().compactMap { index.node($0) } + disabled
    if !decorators.isEmpty { add(heading: "decorated by, outermost first") }
    for decorator in decorators {
      add(
        "\(decorator.service.key): \(decorator.service.type)"
          + suffix(ofPriority: decorator.definition.priority)
          + (decorator.isEnabled ? "" : " (disabled)"),
        decorator.definition.provenance, depth: 2)
    }
  }

  /// Adds what it needs and no argument says, and all that need it.
  private mutating func addDependencies(of node: WiringModel.Node) {
    let key = node.service.key
    let found = (index.outgoing[key] ?? []).filter { $0.isAutowired || $0.tag != nil }
    add(
      "is given",
      found.map { ("\($0.words) → \($0.to): \(index.node($0.to)?.service.type ?? "")", "") })
    add("starts after", node.startsAfter.map { ($0, "") })
    add("needed by", index.dependents(of: key).map(dependent))
  }
}
