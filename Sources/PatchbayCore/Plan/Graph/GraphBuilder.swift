import PatchbayDiagnostics

/// Makes the graph of a plan: the bindings, and what the definitions say about them.
struct GraphBuilder {
  private let plan: Plan
  private let own: [Definition]
  /// The services that stand inline, by their index: found at their owners, who come before them.
  private var inline: [Int: Inline] = [:]
  /// The inline services of each binding, in the order of the document.
  private var parts: [Int: [Int]] = [:]
  /// The keys of the inline services; several may have inherited one text.
  private var inlineKeys: UniqueKeys
  /// The service that each alias stands for in the end.
  private let aliasTargets: [String: String]
  /// The aliases of each service, in their order.
  private let aliases: [String: [String]]
  private let roots: Set<Int>
  private(set) var graph = ServiceGraph(nodes: [], edges: [], entryPoints: [], given: [:])

  private struct Inline {
    let definition: Definition
    let key: String
    let owner: Int
  }

  init(_ plan: Plan) {
    self.plan = plan
    own = plan.definitions.definitions
    inlineKeys = UniqueKeys(taken: own.map(\.key) + plan.keys)
    aliasTargets = Self.aliasTargets(plan.definitions.aliases)
    aliases = plan.definitions.aliases.map(\.key).reduce(into: [:]) { [aliasTargets] aliases, key in
      aliases[aliasTargets[key] ?? key, default: []].append(key)
    }
    roots = Set(plan.definitions.roots.compactMap { plan.wiring.index(ofKey: $0.text) })
    // The needs first: they tell what stands inline.
    var needs: [[Need]] = []
    for index in plan.wiring.bindings.indices { needs.append(self.needs(of: index)) }
    let order = documentOrder()
    let edges = order.flatMap { index in needs[index].map { edge(index, $0) } }
    let nodes = order.map { node($0) }
    graph = ServiceGraph(
      nodes: nodes,
      edges: edges,
      entryPoints: entryPoints(nodes, edges),
      given: given()
    )
  }

  private var wiring: Wiring { plan.wiring }

  /// The service that each alias stands for in the end.
  private static func aliasTargets(_ aliases: [Alias]) -> [String: String] {
    let next = Dictionary(
      aliases.map { ($0.key, $0.target.text) }, uniquingKeysWith: { first, _ in first })
    var targets: [String: String] = [:]
    for alias in aliases {
      var chain = [alias.key]
      var target = alias.target.text
      // A plan has no circle of aliases.
      while targets[target] == nil, let further = next[target] {
        chain.append(target)
        target = further
      }
      let end = targets[target] ?? target
      for key in chain { targets[key] = end }
    }
    return targets
  }

  /// What one parameter or property is given, with what is written there.
  private struct Need {
    let name: String
    let isProperty: Bool
    let isDeferred: Bool
    let target: Int
    let use: ServiceUse?
    let isWritten: Bool
  }

  private mutating func needs(of index: Int) -> [Need] {
    guard let definition = definition(index) else { return [] }
    let binding = wiring.bindings[index]
    // The properties were bound before the arguments, but are set after them.
    return zip(binding.entry.parameters, binding.arguments).flatMap { parameter, bound in
      let written = definition.arguments.first { $0.name == parameter.name }?.value
      return needs(of: index, parameter.name, bound, written, isProperty: false)
    }
      + binding.properties.flatMap { property, bound in
        let name = property.signature.name
        let written = definition.properties.first { $0.name == name }?.value
        return needs(of: index, name, bound, written, isProperty: true)
      }
  }

  private mutating func needs(
    of index: Int,
    _ name: String,
    _ bound: BoundArgument,
    _ written: ConfigurationValue?,
    isProperty: Bool
  ) -> [Need] {
    bound.written(as: written, in: wiring).map { service, use in
      if case .inline(let definition) = use?.target {
        inline[service.index] = Inline(
          definition: definition, key: inlineKeys.unique(definition.key), owner: index)
        parts[index, default: []].append(service.index)
      }
      var isDeferred = false
      if case .deferred = bound { isDeferred = true }
      return Need(
        name: name, isProperty: isProperty, isDeferred: isDeferred, target: service.index, use: use,
        isWritten: written != nil)
    }
  }

  /// Nil for what belongs to the parent.
  private func definition(_ index: Int) -> Definition? {
    own.indices.contains(index) ? own[index] : inline[index]?.definition
  }

  private func key(_ index: Int) -> String {
    inline[index]?.key ?? wiring.bindings[index].key
  }

  /// What stands inline comes behind its owner, and what belongs to the parent last.
  private func documentOrder() -> [Int] {
    var order: [Int] = []
    var pending = Array(own.indices.reversed())
    while let next = pending.popLast() {
      order.append(next)
      pending += (parts[next] ?? []).reversed()
    }
    return order + wiring.bindings.indices.filter { definition($0) == nil }
  }

  private func edge(_ index: Int, _ need: Need) -> ServiceGraph.Edge {
    var kind: ServiceGraph.Edge.Kind = need.isProperty ? .property : .argument
    var tag: String?
    switch need.use?.target {
    case .inner: kind = .decorated
    case .tagged(let name): tag = name.text
    case .reference, .optional, .inline, nil: break
    }
    return ServiceGraph.Edge(
      from: key(index),
      to: key(need.target),
      name: need.name,
      kind: need.isDeferred ? .deferred : kind,
      tag: tag,
      isAutowired: !need.isWritten,
      place: need.use?.place ?? wiring.bindings[index].place
    )
  }

  private func node(_ index: Int) -> ServiceGraph.Node {
    let binding = wiring.bindings[index]
    let definition = definition(index)
    let key = key(index)
    let product = "\(binding.entry.contracts[0].type)"
    return ServiceGraph.Node(
      key: key,
      type: isGivenByProgram(index) ? product : binding.entry.name,
      product: product,
      place: binding.place,
      scope: binding.inheritedScopeName ?? binding.scope.name(in: wiring.scopeNames),
      tags: definition?.tags.map(\.name.text) ?? [],
      aliases: inline[index] == nil ? aliases[key] ?? [] : [],
      decorates: definition?.decorates.map { aliasTargets[$0.text] ?? $0.text },
      owner: inline[index].map { self.key($0.owner) },
      requestArguments: binding.entry.runtimeParameters.map(\.description),
      deprecation: definition?.deprecated?.text,
      isRoot: roots.contains(index),
      isEager: binding.isEager,
      isAwaited: binding.isAwaited,
      isLive: binding.entry.isLive,
      opacity: binding.entry.opacity,
      isInherited: definition == nil
    )
  }

  /// Whether a program gave the factory itself, and no catalog has it: here, or where it comes from.
  private func isGivenByProgram(_ index: Int) -> Bool {
    var (plan, index) = (plan, index)
    while let inherited = plan.wiring.bindings[index].inherited, let parent = plan.parent {
      (plan, index) = (parent, inherited.index)
    }
    let definitions = plan.definitions.definitions
    return definitions.indices.contains(index) && definitions[index].factory != nil
  }

  private func given() -> [String: String] {
    plan.keys.reduce(into: [:]) { given, key in
      given[key] = wiring.index(ofKey: key).map { self.key($0) }
    }
  }

  private func entryPoints(
    _ nodes: [ServiceGraph.Node],
    _ edges: [ServiceGraph.Edge]
  ) -> [String] {
    let keys = plan.definitions.roots.compactMap { wiring.index(ofKey: $0.text) }.map { key($0) }
    var seen: Set<String> = []
    let roots = keys.filter { seen.insert($0).inserted }
    guard roots.isEmpty else { return roots }
    let needed = Set(edges.map(\.to))
    return nodes.filter { !needed.contains($0.key) && !$0.isInherited }.map(\.key)
  }
}
