import PatchbayDiagnostics

/// The plan as the container reads it: bindings by index, without name lookups.
final class Wiring: Sendable {
  // Apart from the count of its references, which each scope changes.
  private let after = RestOfLine()
  /// The plan whose services back these.
  let parent: Plan?
  let bindings: [Binding]
  /// The dependencies of all bindings.
  let edges: [Edge]
  /// The binding that each key resolves to: the outermost decorator, aliases followed.
  let names: NameTable
  /// The services as each of their contracts, numbered; the types that only one provides; the typed
  /// keys that were requested.
  let facets: FacetTable
  let types: TypeTable
  let keys = KeyTable()
  /// The services that are found by a contract.
  let offers: Offers
  /// The aliases of the plan and of its ancestors, sorted, for its children; definitions may hide some.
  let aliases: [String]
  /// The members of each tag, in order.
  let tags: [String: [(index: Int, priority: Int)]]
  /// The disabled entries: no service has their keys.
  let disabled: [DisabledEntry]
  /// The deprecation messages of deprecated keys.
  let deprecations: [String: Located]
  /// The bindings that are built together, each group after all it depends on, its members in the
  /// order of construction.
  let components: Groups
  let scopeNames: [String]
  let secrets: SecretTexts
  /// What each scope starts when it is opened.
  let scopeSchedules: ScopeSchedules

  init(_ draft: consuming PlanDraft) {
    let bindings = Self.bindings(draft)
    self.bindings = bindings
    edges = draft.edges
    offers = draft.offers
    parent = draft.parent
    aliases = (draft.aliases.keys + (draft.parent?.wiring.aliases ?? [])).sorted()
    tags = draft.members.reduce(into: [:]) { tags, tag in
      tags[tag.key] = tag.value.map { ($0, draft.priorities[tag.key]?[$0] ?? 0) }
    }
    disabled = draft.disabled
    deprecations = Self.deprecations(draft)
    components = draft.components
    scopeNames = draft.definitions.scopes.map(\.text)
    secrets = SecretTexts(
      draft.nodes, of: draft.definitions.secrets, inheriting: draft.parent?.wiring.secrets)
    scopeSchedules = ScopeSchedules(scopes: scopeNames.count)
    // The tables of a load are made when its definitions are gone, which are the most that it holds.
    draft.removeNodes()
    var named: [(text: String, index: Int)] = []
    named.reserveCapacity(draft.meanings.all.count)
    for (key, meaning) in draft.meanings.all {
      guard case .service(let index) = meaning else { continue }
      named.append((key.text, bindings[index].outermost ?? index))
    }
    names = NameTable(named)
    let facets = FacetTable(bindings, components, depths: scopeNames.count + 1)
    self.facets = facets
    types = TypeTable(offers, facets) { bindings[$0].outermost ?? $0 }
  }

  private static func bindings(_ draft: PlanDraft) -> [Binding] {
    // Not the draft: in a debug build each closure call that names a field of it copies it whole.
    let (nodes, edges, arguments) = (draft.nodes, draft.edges, draft.arguments)
    let (components, groups) = (draft.components, draft.components.groups(ofNumbersTo: nodes.count))
    determineAssembly(draft)
    return nodes.indices.map { index in
      Binding(
        nodes[index],
        BoundArguments(arguments, nodes[index].arguments),
        component: groups[index],
        isInCycle: components.range(of: groups[index]).count > 1
          || edges[nodes[index].edges].contains { $0.target == index && $0.timing == .property },
        after: nodes[index].definition.after.compactMap { draft.target(ofKey: $0.text) },
        original: nodes[index].isDecorator ? draft.originalOfOutermost(index) : nil
      )
    }
  }

  /// Returns the services that must be ready before a binding is built.
  func needs(of index: Int) -> [Int] {
    edges[bindings[index].edges].filter { $0.timing != .deferred }.map(\.target)
  }

  /// Determines whether the services of the nodes are awaited, and whether a producer can make them.
  private static func determineAssembly(_ draft: PlanDraft) {
    let (nodes, edges, components) = (draft.nodes, draft.edges, draft.components)
    // Each component follows all it depends on.
    for component in 0..<components.count {
      let members = components[component]
      let isAwaited = members.contains { member in
        if nodes[member].inherited != nil { return nodes[member].isAwaited }
        guard let entry = nodes[member].entry else { return false }
        return entry.isAwaited
          || nodes[member].properties.contains { entry.properties[$0.index].isAwaited }
          || edges[nodes[member].edges].contains { edge in
            edge.timing != .deferred && nodes[edge.target].scope.depth == nil
              && nodes[edge.target].isAwaited
          }
      }
      for member in members { nodes[member].isAwaited = isAwaited }
      // Most services are singletons.
      guard members.count == 1, let index = members.first,
        nodes[index].scope.isFresh
      else { continue }
      nodes[index].isProducible = isProducible(nodes[index], in: draft)
    }
  }

  /// Returns whether a ``Producer`` can make the service of a node, as far as the plan knows.
  private static func isProducible(_ node: PlanDraft.Node, in draft: PlanDraft) -> Bool {
    guard node.inherited == nil, let entry = node.entry, entry.hasForm, node.properties.isEmpty
    else { return false }
    let (nodes, arguments) = (draft.nodes, draft.arguments[node.arguments])
    return zip(entry.parameters, arguments).allSatisfy { parameter, argument in
      switch argument {
      case .value, .absent: return true
      case .service(let service):
        let other = nodes[service.index]
        // Services of a parent may change with it.
        guard other.inherited == nil else { return false }
        // An `.optional` has a different type than the service itself.
        switch other.scope {
        case .singleton: return true
        case .transient, .graph: return parameter.takesContract && other.isProducible
        case .named, .weak: return false
        }
      case .services(let services):
        return services.allSatisfy { _, service in
          nodes[service.index].inherited == nil && nodes[service.index].scope == .singleton
        }
      case .deferred, .resolver, .runtimeArgument: return false
      }
    }
  }

  private static func deprecations(_ draft: PlanDraft) -> [String: Located] {
    var texts = draft.parent?.wiring.deprecations ?? [:]
    for node in draft.nodes where node.inherited == nil && node.owner == nil {
      if let deprecated = node.definition.deprecated {
        texts[node.key] = deprecated
      } else if !texts.isEmpty {
        texts[node.key] = nil
      }
    }
    for (key, alias) in draft.aliases { texts[key] = alias.deprecated }
    return texts
  }
}

extension Wiring {
  /// Returns the binding that a key resolves to; nil if there is no such key.
  func index(ofKey key: String) -> Int? {
    let index = names.index(of: key)
    return index < 0 ? nil : index
  }

  /// The key that resolves to a service: for an outermost decorator that of the decorated service.
  func servedKey(of index: Int) -> String { bindings[bindings[index].original ?? index].key }

  /// Returns the disabled entry with a key, which no service has; nil if there is none.
  func disabledEntry(_ key: String) -> DisabledEntry? {
    disabled.first { $0.decorates == nil && $0.key == key }
  }
}
