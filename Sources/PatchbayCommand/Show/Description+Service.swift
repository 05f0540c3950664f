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
    if let provenance = node.origin(of: "enabled") {
      let unknown = node.unknownField("enabled").map { "by \($0.text), assumed to be true" }
      add("enabled: \(unknown ?? "\(node.isEnabled)"), set at", at: provenance)
    }
    if node.ownFactory == nil, let provenance = node.origin(of: "type") {
      add("type set at", at: provenance)
    }
    addFactory(of: node)
    addContracts(of: node)
    if let decorated = service.decorates {
      add(field: "decorates", decorated, of: node)
    } else {
      add(field: "scope", service.scope, of: node)
    }
    if service.isRoot { add("root: the configuration declares it") }
    if service.starts { add("starts: its factory has `onStart`") }
    if service.runs { add("runs: its factory has `onRun`") }
    add("arguments", node.definition.arguments, of: node)
    addDefaults(of: node)
    add("properties", node.definition.properties, of: node)
    addTags(of: node)
    addDecorators(of: node)
    for (name, text) in node.otherFields { add(field: name, text, of: node) }
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

  /// Adds a field, and its origin if the configuration sets it.
  private mutating func add(field: String, _ text: String, of node: WiringModel.Node) {
    if let provenance = node.origin(of: field) {
      add("\(field): \(text)", provenance)
    } else {
      add("\(field): \(text) (the default)")
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

extension WiringModel.Node {
  /// The fields that are rarely written, with their values.
  fileprivate var otherFields: [(name: String, text: String)] {
    let limits =
      [("start", definition.timeouts.start), ("stop", definition.timeouts.stop)]
      .compactMap { name, limit in limit.map { "\(name) \($0.configurationText)" } }
      + (definition.timeouts.isStopUnlimited ? ["stop without a limit"] : [])
    let fields: [(name: String, text: String?)] = [
      ("autowire", origin(of: "autowire").map { _ in "\(definition.autowire)" }),
      ("priority", definition.priority == 0 ? nil : "\(definition.priority)"),
      ("after", Self.list(definition.after.map(\.text))),
      ("eager", service.isEager ? "built when the container starts" : nil),
      ("timeouts", Self.list(limits)), ("retry", Self.list(retries)),
      ("ends", definition.ends.map { "\($0.rawValue), when its run returns" }),
      ("deprecated", service.deprecation),
    ]
    return fields.compactMap { name, text in
      text.map { text in
        (name, unknownField(name).map { "\($0.text), assumed to be \(text)" } ?? text)
      }
    }
  }

  private static func list(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// What is set under `retry`.
  private var retries: [String] {
    let attempts = definition.retry.attempts.map { $0.counted("attempt") }
    let pause = definition.retry.pause.map { pause in
      pause.low == pause.high
        ? "pauses of \(pause.low.configurationText)"
        : "pauses from \(pause.low.configurationText) to \(pause.high.configurationText)"
    }
    return [attempts, pause].compactMap(\.self)
  }
}
