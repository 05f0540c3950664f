import PatchbayDiagnostics

/// The plan as the container reads it: bindings by index, no names to look up on the way.
final class Wiring: Sendable {
  /// The plan whose services stand behind these.
  let parent: Plan?
  let bindings: [Binding]
  /// The binding that each key gives: the outermost decorator, aliases followed.
  let names: NameTable
  /// The services as each of their contracts, numbered; the types that only one provides; the typed
  /// keys that were asked for.
  let facets: FacetTable
  let types: TypeTable
  let keys = KeyTable()
  /// The services that are found by a contract.
  let offers: [TypeName: [Int]]
  /// The services by the keys that they are defined with, in their order, and the bindings they give.
  let services: [(key: String, index: Int)]
  /// Where this child has the bindings that it inherits, by their index in the parent.
  let heirs: [Int: Int]
  /// The members of each tag, in their order.
  let tags: [String: [Member]]
  /// What is said to those who refer to a deprecated key.
  let deprecations: [String: Located]
  /// The bindings that are built together, each component after all it depends on, its members in
  /// the order of construction.
  let components: [[Int]]
  let scopeNames: [String]
  let secrets: SecretTexts
  /// The components that each depth keeps something of: 0 is the container, then the scopes.
  let keptComponents: [[Int]]
  /// Where a region keeps a binding's instance, counted within the binding's depth.
  let positions: [Int]

  init(_ draft: PlanDraft) {
    var componentByNode = [Int](repeating: 0, count: draft.nodes.count)
    for (component, members) in draft.components.enumerated() {
      for member in members { componentByNode[member] = component }
    }
    let isAwaited = Self.awaited(draft)
    let isProducible = Self.producible(draft)
    bindings = draft.nodes.enumerated().map { index, node in
      let component = componentByNode[index]
      return Binding(
        node,
        component: component,
        isInCycle: draft.components[component].count > 1
          || node.edges.contains { $0.target == index && $0.timing == .property },
        isAwaited: isAwaited[index],
        isProducible: isProducible[index],
        after: node.definition.after.compactMap { draft.target(ofKey: $0.text) }
      )
    }
    var indexByKey: [String: Int] = [:]
    indexByKey.reserveCapacity(draft.meanings.count)
    for (key, meaning) in draft.meanings {
      if case .service(let index) = meaning { indexByKey[key] = draft.outermost[index] ?? index }
    }
    names = NameTable(indexByKey)
    offers = draft.offers
    parent = draft.parent
    services = draft.nodes.indices.filter { index in
      !draft.nodes[index].isDecorator && draft.nodes[index].owner == nil
    }.map { (draft.nodes[$0].key, draft.outermost[$0] ?? $0) }
    heirs = draft.nodes.enumerated().reduce(into: [:]) { heirs, node in
      if let inherited = node.element.inherited { heirs[inherited.index] = node.offset }
    }
    tags = draft.members.reduce(into: [:]) { tags, tag in
      tags[tag.key] = tag.value.map {
        Member(key: draft.nodes[$0].key, priority: draft.priorities[tag.key]?[$0] ?? 0)
      }
    }
    deprecations = Self.deprecations(draft)
    components = draft.components
    scopeNames = draft.definitions.scopes.map(\.text)
    secrets = SecretTexts(draft.nodes, draft.parent?.wiring.secrets)
    var kept = [[Int]](repeating: [], count: scopeNames.count + 1)
    var counts = [Int](repeating: 0, count: scopeNames.count + 1)
    var positions = [Int](repeating: 0, count: bindings.count)
    for (component, members) in components.enumerated() {
      for member in members {
        guard let depth = bindings[member].scope.depth else { continue }
        positions[member] = counts[depth]
        counts[depth] += 1
        if kept[depth].last != component { kept[depth].append(component) }
      }
    }
    keptComponents = kept
    self.positions = positions
    let facets = FacetTable(bindings)
    self.facets = facets
    types = TypeTable(
      draft.offers.compactMap { type, nodes in
        guard nodes.count == 1 else { return nil }
        let facet = facets.facet(of: draft.outermost[nodes[0]] ?? nodes[0], as: type.type)
        return facet < 0 ? nil : (type, facet)
      })
  }

  /// The binding that a key gives; nil where there is no such key.
  func index(ofKey key: String) -> Int? {
    let index = names.index(of: key)
    return index < 0 ? nil : index
  }

  /// The nodes that cannot be built without waiting: by themselves, by what they are built together
  /// with, or by what is built anew for them. What is kept is there before, and counts for itself.
  private static func awaited(_ draft: PlanDraft) -> [Bool] {
    var isAwaited = [Bool](repeating: false, count: draft.nodes.count)
    // Each component comes after all it depends on.
    for members in draft.components {
      let any = members.contains { member in
        let node = draft.nodes[member]
        if let inherited = node.inherited { return inherited.isAwaited }
        guard let entry = node.entry else { return false }
        return entry.isAwaited || node.properties.contains { entry.properties[$0.index].isAwaited }
          || node.edges.contains { edge in
            edge.timing != .deferred && draft.nodes[edge.target].scope.depth == nil
              && isAwaited[edge.target]
          }
      }
      if any { for member in members { isAwaited[member] = true } }
    }
    return isAwaited
  }

  private static func deprecations(_ draft: PlanDraft) -> [String: Located] {
    var texts = draft.parent?.wiring.deprecations ?? [:]
    for node in draft.nodes where node.inherited == nil && node.owner == nil {
      texts[node.key] = node.definition.deprecated
    }
    for (key, alias) in draft.aliases { texts[key] = alias.deprecated }
    return texts
  }
}

extension Wiring {
  /// The transients that take nothing but values, singletons, and other such transients.
  fileprivate static func producible(_ draft: PlanDraft) -> [Bool] {
    var isProducible = [Bool](repeating: false, count: draft.nodes.count)
    func isSingleton(_ service: BoundService) -> Bool {
      // What comes from a parent may change with it.
      draft.nodes[service.index].scope == .singleton && draft.nodes[service.index].inherited == nil
    }
    // Each component comes after all it depends on.
    for members in draft.components where members.count == 1 {
      let node = draft.nodes[members[0]]
      guard node.inherited == nil, let entry = node.entry, entry.form != nil, node.scope.isFresh,
        node.properties.isEmpty
      else { continue }
      isProducible[members[0]] = zip(entry.parameters, node.arguments).allSatisfy {
        parameter, argument in
        switch argument {
        case .value, .absent: true
        case .service(let service):
          // An `.optional` takes another type than the service's own.
          isSingleton(service) || parameter.kind == .service && isProducible[service.index]
        case .services(let services): services.allSatisfy { isSingleton($0.service) }
        case .deferred, .resolver, .runtimeArgument: false
        }
      }
    }
    return isProducible
  }
}

/// A definition joined to its factory, with everything it needs looked up.
struct Binding: Sendable {
  /// The key that messages use.
  let key: String
  let place: SourcePlace
  let entry: CatalogEntry
  let scope: Scope
  /// For a service of the parent container: what it is there. It has no instance here, no arguments
  /// and no needs.
  let inherited: Inherited?
  /// The scope that it lives in, or keeps something of through transients.
  let boundTo: String?
  let arguments: [BoundArgument]
  /// The properties that are set once it is built.
  let properties: [(property: CatalogEntry.Property, argument: BoundArgument)]
  /// What must be there with it, in the order of the arguments, then of the properties.
  let needs: [Int]
  /// The bindings that are only built together share a component, and so a creation gate.
  let component: Int
  /// Whether it reaches itself, through properties.
  let isInCycle: Bool
  /// Whether others get it before its properties are set.
  let isHandedOutFirst: Bool
  /// Whether to build it takes waiting.
  let isAwaited: Bool
  /// Whether it can be made by a ``Producer``, as far as the plan knows.
  let isProducible: Bool
  /// Whether each request gives arguments to its factory.
  let takesArguments: Bool
  let isEager: Bool
  /// What it starts after, and stops before.
  let after: [Int]
  let timeouts: Timeouts

  /// Whether its region builds it when it starts.
  var isStarted: Bool {
    isEager || entry.start != nil || (isAwaited && scope.depth != nil && scope != .weak)
  }

  init(
    _ node: PlanDraft.Node,
    component: Int,
    isInCycle: Bool,
    isAwaited: Bool,
    isProducible: Bool,
    after: [Int]
  ) {
    key = node.key
    place = node.definition.place
    // A plan is only made where no node is faulty, and then every node has its factory.
    let entry = node.entry!
    self.entry = entry
    inherited = node.inherited
    boundTo = node.boundTo
    // Whatever the parent does with it, nothing is kept here.
    scope = node.inherited == nil ? node.scope : .transient
    arguments = node.arguments
    properties = node.properties.map { (entry.properties[$0.index], $0.argument) }
    needs = node.edges.filter { $0.timing != .deferred }.map(\.target)
    self.component = component
    self.isInCycle = isInCycle
    isHandedOutFirst = isInCycle && node.canBeHandedOutFirst
    self.isAwaited = isAwaited
    self.isProducible = isProducible
    takesArguments = node.arguments.contains {
      if case .runtimeArgument = $0 { true } else { false }
    }
    isEager = node.definition.eager
    self.after = after
    timeouts = node.definition.timeouts
  }

  /// Whether nobody else ever has its instances.
  var isFresh: Bool {
    (inherited?.scope ?? scope) == .transient && inherited?.isScoped != true
  }

  /// A need, as each of the contracts under which it is needed.
  func uses(of need: Int) -> [BoundService] {
    (arguments + properties.map(\.argument)).flatMap(\.services).filter { $0.index == need }
  }
}
