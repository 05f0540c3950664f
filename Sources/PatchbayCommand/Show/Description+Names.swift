import PatchbayCore
import PatchbayDiagnostics

// Parameters, tags and types.
extension Description {
  /// Adds a parameter or a part of one, with all that read it.
  mutating func add(_ parameter: ModelParts.Parameter, _ part: ModelParts.Parameter.Part) {
    outline.add("\(DisplayText.line(part.name)): a parameter")
    if let value = part.value {
      var none: ArraySlice<WiringModel.Node> = []
      add("value", value, depth: 1, inline: &none)
    } else {
      add("required, and set in no layer", depth: 1)
    }
    let uses = parameter.uses(of: part.name)
    if uses.isEmpty { return add("nothing in the configuration uses it", depth: 1) }
    add("used by:", depth: 1)
    for use in uses {
      let name = use.name == part.name ? "" : ", as $(\(DisplayText.line(use.name)))"
      add("\(DisplayText.line(use.subject))\(name), \(use.place.displayName)", depth: 2)
    }
  }

  /// Adds a tag with its members and those to which they are passed.
  mutating func add(_ tag: WiringModel.Tag) {
    outline.add("\(DisplayText.line(tag.name)): a tag")
    if !tag.members.isEmpty { add("members, in the order of `!tagged`:", depth: 1) }
    for key in tag.members {
      guard let node = index.node(key),
        let use = node.definition.tags.first(where: { $0.name.text == tag.name })
      else { continue }
      let priority = use.priority == 0 ? "" : ", priority \(use.priority)"
      add(
        "\(node.service.shownKey): \(node.service.shownType)\(priority)", use.name.provenance,
        depth: 2)
    }
    let readers = index.model.graph.edges.filter { $0.tag == tag.name }
      .uniqued { "\($0.from) \($0.name)" }
    if readers.isEmpty { return add("passed to no service", depth: 1) }
    add("passed to:", depth: 1)
    for edge in readers { add(dependent(edge), depth: 2) }
  }

  /// Adds a type of the catalog with its services.
  mutating func add(_ factory: WiringModel.Factory) {
    outline.add("\(DisplayText.line(factory.name)): a type of the catalog `\(catalogName)`")
    addFactory(factory)
    let contracts = factory.contracts.map { DisplayText.line($0.description) }
    add("provides: \(contracts.joined(separator: ", "))", depth: 1)
    addServices(of: factory.name)
  }

  /// Adds a contract, with the types that provide it and the services that are found by it.
  mutating func add(contract: TypeName) {
    outline.add("\(DisplayText.line(contract.description)): a contract")
    let types = factories.values.filter { $0.contracts.contains(contract) }.map(\.name).sorted()
    add(
      "provided by: \(types.map { DisplayText.line($0) }.joined(separator: ", "))", depth: 1)
    addServices(of: contract.qualifiedContractName)
  }

  private mutating func addServices(of type: String) {
    let services = index.model.nodes.filter { $0.hasType(type) }
    if services.isEmpty { return add("no service has it", depth: 1) }
    add("services:", depth: 1)
    for node in services {
      add("\(node.service.shownKey), \(node.service.place.displayName)", depth: 2)
    }
  }

  /// Adds the declaration of a factory.
  mutating func addFactory(_ factory: WiringModel.Factory) {
    add("factory: \(DisplayText.line(factory.signature))", depth: 1)
    if let summary = factory.summary { add(DisplayText.line(summary), depth: 2) }
    add("declared at \(factory.location)", depth: 2)
    if !factory.properties.isEmpty {
      let properties = factory.properties.map { DisplayText.line($0.declaration) }
      add("properties: \(properties.joined(separator: ", "))", depth: 2)
    }
    if let opacity = factory.opacity {
      add("opaque: \(opacity), and may ask for any service", depth: 2)
    }
    let arguments = factory.requestArguments.map { DisplayText.line($0.declaration) }
    if !arguments.isEmpty {
      add("each request gives: \(arguments.joined(separator: ", "))", depth: 2)
    }
    if factory.isAwaited { add("awaited: built by `start()` or `resolve(awaiting:)`", depth: 2) }
    if factory.isLive { add("live: never built in a test", depth: 2) }
  }
}
