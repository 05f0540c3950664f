import PatchbayCore
import PatchbayDiagnostics

// Parameters, tags and types.
extension Description {
  /// Adds a parameter or a part of one, with all that read it.
  mutating func add(_ parameter: ModelParts.Parameter, _ part: ModelParts.Parameter.Part) {
    begin("\(part.name): a parameter")
    if let value = part.value {
      add("value", value, of: "", depth: 1)
    } else {
      add("required, and set in no layer")
    }
    let uses = parameter.uses(of: part.name).map { use in
      let name = use.name == part.name ? "" : ", as $(\(use.name))"
      return ("\(use.subject)\(name)", use.place.displayName)
    }
    add("used by", uses, orNone: "nothing in the configuration uses it")
  }

  /// Adds a tag with its members and those to which they are passed.
  mutating func add(_ tag: WiringModel.Tag) {
    begin("\(tag.name): a tag")
    if !tag.members.isEmpty { add(heading: "members, in the order of `!tagged`") }
    for key in tag.members {
      guard let node = index.node(key),
        let use = node.definition.tags.first(where: { $0.name.text == tag.name })
      else { continue }
      add(
        "\(node.service.key): \(node.service.type)\(suffix(ofPriority: use.priority))",
        use.name.provenance, depth: 2)
    }
    let readers = index.model.graph.edges.filter { $0.tag == tag.name }
      .uniqued { "\($0.from) \($0.name)" }
    add("passed to", readers.map(dependent), orNone: "passed to no service")
  }

  func suffix(ofPriority priority: Int) -> String { priority == 0 ? "" : ", priority \(priority)" }

  /// Adds a type of the catalog with its services.
  mutating func add(_ factory: WiringModel.Factory) {
    begin("\(factory.name): a type of the catalog `\(catalogName)`")
    addFactory(factory)
    add("provides: \(factory.contracts.map(\.description).joined(separator: ", "))")
    addServices(of: factory.name)
  }

  /// Adds a contract, with the types that provide it and the services that are found by it.
  mutating func add(contract: TypeName) {
    begin("\(contract.description): a contract")
    let types = factories.values.filter { $0.contracts.contains(contract) }.map(\.name).sorted()
    add("provided by: \(types.joined(separator: ", "))")
    addServices(of: contract.qualifiedContractName)
  }

  private mutating func addServices(of type: String) {
    guard knowsServices else { return }
    let services = index.model.nodes.filter { $0.hasType(type) }.map(\.service)
    add(
      "services", services.map { ($0.key, $0.place.displayName) },
      orNone: "no service has it")
  }

  /// Adds the declaration of a factory.
  mutating func addFactory(_ factory: WiringModel.Factory) {
    add("factory: \(factory.signature)")
    if let summary = factory.summary { add(summary, depth: 2) }
    add(places: ["declared at \(factory.location)"], depth: 2)
    addInputs("properties", factory.properties)
    if let opacity = factory.opacity {
      add("opaque: \(opacity), and may ask for any service", depth: 2)
    }
    addInputs("each request gives", factory.requestArguments)
    if factory.isAwaited { add("awaited: built by `start()` or `resolve(awaiting:)`", depth: 2) }
    if factory.isLive { add("live: never built in a test", depth: 2) }
  }

  private mutating func addInputs(_ title: String, _ inputs: [WiringModel.Input]) {
    if inputs.isEmpty { return }
    add("\(title): \(inputs.map(\.declaration).joined(separator: ", "))", depth: 2)
  }
}
