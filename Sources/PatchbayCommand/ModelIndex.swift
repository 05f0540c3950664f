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
  /// The inline services, by the keys of their owners.
  private let inline: [String: [WiringModel.Node]]

  init(_ model: WiringModel) {
    self.model = model
    outgoing = model.graph.outgoing
    incoming = Dictionary(grouping: model.graph.edges, by: \.to)
    nodes = Dictionary(first: model.nodes.map { ($0.service.key, $0) })
    inline = Dictionary(grouping: model.nodes.filter { $0.service.owner != nil }) {
      $0.service.owner ?? ""
    }
    aliased = Dictionary(
      first: model.nodes.flatMap { node in node.service.aliases.map { ($0, node.service.key) } })
  }

  /// Returns the node of a key or of an alias; nil if there is none.
  ///
  /// That of a decorated key is the service that its decorators wrap.
  func node(_ key: String) -> WiringModel.Node? { nodes[aliased[key] ?? key] }

  /// Returns the service that is written inside a value of another one; nil for any other value.
  func inlineService(_ value: ConfigurationValue, of owner: String) -> WiringModel.Node? {
    guard case .service(let use) = value.content, case .inline(let definition) = use.target else {
      return nil
    }
    let own = (inline[owner] ?? []).filter { $0.definition.key == definition.key }
    return own.first { $0.definition.place == value.place } ?? own.first
  }

  /// Returns the dependencies on a service: those who ask for a decorated one are given its outermost
  /// decorator.
  func dependents(of key: String) -> [ServiceGraph.Edge] {
    ([key] + (node(key)?.decorators ?? [])).flatMap { incoming[$0] ?? [] }
      .filter { $0.kind != .decorated }
  }

  /// The keys and the aliases, but not the keys of inline services, which no file can name.
  var keys: [String] {
    model.nodes.filter { $0.service.owner == nil }.map(\.service.key) + model.aliases.map(\.key)
  }
}

extension WiringModel.Node {
  /// Whether it is of a type of the catalog, or found by a contract, that a user means by a name.
  func hasType(_ name: String) -> Bool {
    service.type == name || service.product == name || contracts.contains { $0.isCalled(name) }
  }
}

extension TypeName {
  /// Whether a user means it by a name: `any Mailer`, `Mailer` or `App.Mailer`.
  func isCalled(_ name: String) -> Bool {
    description == name || contractName == name || qualifiedContractName == name
  }
}
