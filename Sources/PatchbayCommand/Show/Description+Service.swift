import PatchbayCore
import PatchbayDiagnostics

extension Description {
  /// Adds a service, a decorator or a disabled entry.
  mutating func add(_ node: WiringModel.Node) {
    let service = node.service
    let type = service.type.isEmpty ? "(no type is known)" : service.shownType
    outline.add("\(service.shownKey): \(type)")
    if let summary = node.definition.summary { add(DisplayText.line(summary), depth: 1) }
    if let environment = index.model.environment {
      add("environment: \(DisplayText.line(environment))", depth: 1)
    }
    outline.add(origins.lines(of: node.definition.provenance), depth: 1, title: "defined at")
    if let owner = service.owner { add("inline, in \(DisplayText.line(owner))", depth: 1) }
    if let provenance = node.origin(of: "enabled") {
      let title = "enabled: \(enabled(node)), set at"
      outline.add(origins.lines(of: provenance), depth: 1, title: title)
    }
    if node.ownFactory == nil, let provenance = node.origin(of: "type") {
      outline.add(origins.lines(of: provenance), depth: 1, title: "type set at")
    }
    addFactory(of: node)
    addContracts(of: node)
    if let decorated = service.decorates {
      add(field: "decorates", DisplayText.line(decorated), of: node)
    } else {
      add(field: "scope", DisplayText.line(service.scope), of: node)
    }
    if service.isRoot { add("root: the configuration declares it", depth: 1) }
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
    outline.add(
      "\(DisplayText.line(alias.key)): an alias of \(DisplayText.line(alias.target.text))")
    outline.add(origins.lines(of: alias.provenance), depth: 1)
    if let deprecation = alias.deprecated?.text {
      add("deprecated: \(DisplayText.line(deprecation))", depth: 1)
    }
    guard let node = index.node(alias.key) else { return }
    outline.add("")
    add(node)
  }

  /// Adds a key that a layer removed.
  mutating func add(_ removal: WiringModel.Removal) {
    outline.add("\(DisplayText.line(removal.key)) is removed")
    add(origins.name(of: removal.origin), depth: 1)
  }

  /// Adds a field, and its origin if the configuration sets it.
  private mutating func add(field: String, _ text: String, of node: WiringModel.Node) {
    let provenance = node.origin(of: field)
    add("\(field): \(text)\(provenance == nil ? ", as nothing else is said" : "")", depth: 1)
    if let provenance { outline.add(origins.lines(of: provenance), depth: 2) }
  }

  private func enabled(_ node: WiringModel.Node) -> String {
    node.unknownField("enabled").map { "by \($0.text), assumed to be true" } ?? "\(node.isEnabled)"
  }

  private mutating func addFactory(of node: WiringModel.Node) {
    if let factory = node.ownFactory ?? factories[node.service.type] {
      addFactory(factory)
    } else {
      add("factory: the catalog `\(catalogName)` has none of this name", depth: 1)
    }
  }

  /// Adds the contracts by which it is found, besides the type that its factory makes.
  private mutating func addContracts(of node: WiringModel.Node) {
    let contracts = node.contracts.map(\.description).filter { $0 != node.service.product }
    if contracts.isEmpty { return }
    add("provides: \(contracts.map { DisplayText.line($0) }.joined(separator: ", "))", depth: 1)
    if let provenance = node.origin(of: "provides") {
      outline.add(origins.lines(of: provenance), depth: 2)
    }
  }

  private mutating func addDefaults(of node: WiringModel.Node) {
    guard let factory = node.ownFactory ?? factories[node.service.type] else { return }
    let given = Set(node.definition.arguments.map(\.name))
    let filled = Set((index.outgoing[node.service.key] ?? []).map(\.name))
    let left = factory.parameters.filter {
      $0.isOptional && !given.contains($0.name) && !filled.contains($0.name)
    }
    if left.isEmpty { return }
    add("left to the factory:", depth: 1)
    for parameter in left { add(parameter.declaration, depth: 2) }
  }

  private mutating func addTags(of node: WiringModel.Node) {
    if node.definition.tags.isEmpty { return }
    add("tags:", depth: 1)
    for tag in node.definition.tags {
      let priority = tag.priority == 0 ? "" : ", priority \(tag.priority)"
      add(DisplayText.line(tag.name.text) + priority, tag.name.provenance, depth: 2)
      var none: ArraySlice<WiringModel.Node> = []
      for entry in tag.attributes { add(entry.key, entry.value, depth: 3, inline: &none) }
    }
  }

  /// Adds the decorators from the outermost, which other services receive, to the innermost; those
  /// that are disabled follow.
  private mutating func addDecorators(of node: WiringModel.Node) {
    let disabled = index.model.nodes.filter {
      !$0.isEnabled && $0.service.decorates == node.service.key
    }
    let decorators = node.decorators.reversed().compactMap { index.node($0) } + disabled
    if decorators.isEmpty { return }
    add("decorated by, outermost first:", depth: 1)
    for decorator in decorators {
      let priority =
        decorator.definition.priority == 0 ? "" : ", priority \(decorator.definition.priority)"
      let note = decorator.isEnabled ? "" : " (disabled)"
      let service = decorator.service
      add(
        "\(service.shownKey): \(service.shownType)\(priority)\(note)",
        decorator.definition.provenance,
        depth: 2)
    }
  }

  /// Adds what it needs and no argument says, and all that need it.
  private mutating func addDependencies(of node: WiringModel.Node) {
    let key = node.service.key
    let found = (index.outgoing[key] ?? []).filter { $0.isAutowired || $0.tag != nil }
    if !found.isEmpty { add("is given:", depth: 1) }
    for edge in found {
      let type = index.node(edge.to)?.service.shownType ?? ""
      add("\(edge.words) → \(DisplayText.line(edge.to)): \(type)", depth: 2)
    }
    // Those who ask for a decorated service are given its outermost decorator.
    let dependents = ([key] + node.decorators).flatMap { index.incoming[$0] ?? [] }
      .filter { $0.kind != .decorated }
    if dependents.isEmpty { return }
    add("needed by:", depth: 1)
    for edge in dependents { add(dependent(edge), depth: 2) }
  }
}

extension WiringModel.Node {
  /// The fields that are rarely written, with their values.
  fileprivate var otherFields: [(name: String, text: String)] {
    var fields: [(String, String)] = []
    if origin(of: "autowire") != nil { fields.append(("autowire", "\(definition.autowire)")) }
    if definition.priority != 0 { fields.append(("priority", "\(definition.priority)")) }
    let after = definition.after.map { DisplayText.line($0.text) }
    if !after.isEmpty { fields.append(("after", after.joined(separator: ", "))) }
    if service.isEager { fields.append(("eager", "built when the container starts")) }
    let limits = [("start", definition.timeouts.start), ("stop", definition.timeouts.stop)]
      .compactMap { name, limit in limit.map { "\(name) \($0.seconds)" } }
    if !limits.isEmpty { fields.append(("timeouts", limits.joined(separator: ", "))) }
    if !retryText.isEmpty { fields.append(("retry", retryText)) }
    if let deprecation = service.deprecation {
      fields.append(("deprecated", DisplayText.line(deprecation)))
    }
    return fields.map { name, text in
      (name, unknownField(name).map { "\($0.text), assumed to be \(text)" } ?? text)
    }
  }

  /// What is set under `retry`; empty if nothing is.
  private var retryText: String {
    let attempts = definition.retry.attempts.map { $0.counted("attempt") }
    let pause = definition.retry.pause.map { pause in
      pause.low == pause.high
        ? "pauses of \(pause.low.seconds)"
        : "pauses from \(pause.low.seconds) to \(pause.high.seconds)"
    }
    return [attempts, pause].compactMap { $0 }.joined(separator: ", ")
  }
}
