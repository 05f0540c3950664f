import PatchbayCore
import PatchbayDiagnostics

/// Finds the parts of a model by their names.
struct ModelIndex {
  let model: WiringModel
  /// The dependencies of each service, and those on each service, in the order of the model.
  let outgoing: [String: [ServiceGraph.Edge]]
  let incoming: [String: [ServiceGraph.Edge]]
  private let nodes: [String: WiringModel.Node]
  /// The services of the aliases.
  private let aliased: [String: String]

  init(_ model: WiringModel) {
    self.model = model
    outgoing = model.graph.outgoing
    incoming = Dictionary(grouping: model.graph.edges, by: \.to)
    nodes = Dictionary(
      model.nodes.map { ($0.service.key, $0) }, uniquingKeysWith: { first, _ in first })
    aliased = Dictionary(
      model.nodes.flatMap { node in node.service.aliases.map { ($0, node.service.key) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the node of a key or of an alias; nil if there is none.
  ///
  /// That of a decorated key is the service that its decorators wrap.
  func node(_ key: String) -> WiringModel.Node? { nodes[aliased[key] ?? key] }

  /// The keys and the aliases, but not the keys of inline services, which no file can name.
  var keys: [String] {
    model.nodes.filter { $0.service.owner == nil }.map(\.service.key) + model.aliases.map(\.key)
  }

  /// The type names and the contracts that services have.
  func hasType(_ name: String, _ node: WiringModel.Node) -> Bool {
    node.service.type == name || node.service.product == name
      || node.contracts.contains { $0.isCalled(name) }
  }

  /// Returns a tag.
  func tag(_ name: String) throws(UsageError) -> WiringModel.Tag {
    if let tag = model.tags.first(where: { $0.name == name }) { return tag }
    throw UsageError(
      "no service has the tag `\(DisplayText.line(name))`\(model.place)",
      help: UsageError.didYouMean(name, among: model.tags.map(\.name)))
  }

  /// Returns the node of a key or of an alias, for a command about services alone.
  ///
  /// - Throws: The error of an unknown key, with the command that knows it if it is another name.
  func service(_ key: String, _ catalog: FactoryCatalog) throws(UsageError) -> WiringModel.Node {
    if let node = node(key) { return node }
    var error = UsageError.unknownKey(key, among: keys, model.environment)
    if let removal = model.removed.first(where: { $0.key == key }) {
      error.help = "it is removed at \(removal.origin.place.displayName)"
    }
    if model.parameters.contains(where: { $0.part(key) != nil }) {
      error.help = "it is a parameter: `show \(DisplayText.line(key))` lists what uses it"
    }
    let isType = catalog.typeNames.contains(key)
    if isType || model.tags.contains(where: { $0.name == key }) {
      let name = DisplayText.line(key)
      error.help =
        "`\(name)` is a \(isType ? "type" : "tag"): `list --\(isType ? "type" : "tag") \(name)` lists its services"
    }
    throw error
  }
}

extension TypeName {
  /// Whether a user means it by a name: `any Mailer`, `Mailer` or `App.Mailer`.
  func isCalled(_ name: String) -> Bool {
    description == name || contractName == name || qualifiedContractName == name
  }
}

extension WiringModel.Parameter {
  /// A value under a name that `$(…)` could have.
  struct Leaf {
    let name: String
    let value: WiringModel.Value?
  }

  /// The values of the parameter: those of maps are parts of their own.
  var leaves: [Leaf] {
    var leaves: [Leaf] = []
    func add(_ name: String, _ value: WiringModel.Value?) {
      guard case .map(let entries)? = value?.content, !entries.isEmpty else {
        leaves.append(Leaf(name: name, value: value))
        return
      }
      for entry in entries { add("\(name).\(entry.key)", entry.value) }
    }
    add(name, value)
    return leaves
  }

  /// Returns the value of a part: `http.port` of `http`; nil if there is none.
  func part(_ name: String) -> Leaf? {
    guard name != self.name else { return Leaf(name: name, value: value) }
    guard name.hasPrefix(self.name + ".") else { return nil }
    var (path, value) = (self.name, value)
    while path != name {
      guard case .map(let entries)? = value?.content,
        let entry = entries.first(where: { entry in
          let next = "\(path).\(entry.key)"
          return name == next || name.hasPrefix(next + ".")
        })
      else { return nil }
      (path, value) = ("\(path).\(entry.key)", entry.value)
    }
    return Leaf(name: name, value: value)
  }

  /// Returns the places of `$(…)` that read a part: its own name, or that of a map around or in it.
  func uses(of name: String) -> [ParameterReference] {
    uses.filter { use in
      use.name == name || name.hasPrefix(use.name + ".") || use.name.hasPrefix(name + ".")
    }
  }
}
