import PatchbayDiagnostics

/// The plan as the container reads it: bindings by index, no names to look up on the way.
final class Wiring: Sendable {
  let bindings: [Binding]
  /// The binding that each key gives: the outermost decorator, aliases followed.
  let indexByKey: [String: Int]
  /// The services that are found by a contract.
  let offers: [TypeName: [Int]]
  /// The number of components, and so of creation gates.
  let componentCount: Int
  let scopeNames: [String]

  init(_ draft: PlanDraft) {
    var componentByNode = [Int](repeating: 0, count: draft.nodes.count)
    for (component, members) in draft.components.enumerated() {
      for member in members { componentByNode[member] = component }
    }
    bindings = draft.nodes.enumerated().map { index, node in
      Binding(node, component: componentByNode[index])
    }
    var indexByKey: [String: Int] = [:]
    indexByKey.reserveCapacity(draft.meanings.count)
    for (key, meaning) in draft.meanings {
      if case .service(let index) = meaning { indexByKey[key] = draft.outermost[index] ?? index }
    }
    self.indexByKey = indexByKey
    offers = draft.offers
    componentCount = draft.components.count
    scopeNames = draft.definitions.scopes.map(\.text)
  }
}

/// A definition joined to its factory, with everything it needs looked up.
struct Binding: Sendable {
  /// The key that messages use.
  let key: String
  let place: SourcePlace
  let entry: CatalogEntry
  let scope: Scope
  let arguments: [BoundArgument]
  /// What must be there before it is built, in the order of the arguments.
  let needs: [Int]
  /// The bindings that are only built together share a component, and so a creation gate.
  let component: Int

  init(_ node: PlanDraft.Node, component: Int) {
    key = node.key
    place = node.definition.place
    // A plan is only made where no node is faulty, and then every node has its factory.
    entry = node.entry!
    scope = node.scope
    arguments = node.arguments
    needs = node.edges.filter { !$0.isDeferred }.map(\.target)
    self.component = component
  }
}
