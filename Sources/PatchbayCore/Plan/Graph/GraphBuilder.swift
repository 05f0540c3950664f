import PatchbayDiagnostics

/// Builds the graph of a wiring.
struct GraphBuilder {
  private let wiring: Wiring
  private let keys: [String]
  /// The services that are defined with a key.
  private let own: [Int]
  /// The keys of the inline services, by their index.
  private var inline: [Int: String] = [:]
  /// The inline services of each binding, in the order of the document.
  private var parts: [Int: [Int]] = [:]
  /// The keys of the inline services; several may have inherited the same text.
  private var inlineKeys: UniqueKeys
  /// The service that each alias refers to after all aliases are followed.
  private let aliasTargets: [String: String]
  /// The aliases of each service, in their order.
  private let aliases: [String: [String]]
  /// The services that the configuration declares as roots, in order.
  private let roots: [Int]
  /// The bindings in the order of the graph's nodes.
  private(set) var order: [Int] = []
  private(set) var graph = ServiceGraph(
    nodes: [], edges: [], entryPoints: [], given: [:])

  init(_ wiring: Wiring, _ definitions: DefinitionSet) {
    self.wiring = wiring
    keys = wiring.names.all.sorted()
    let bindings = wiring.bindings
    own = bindings.indices.filter { bindings[$0].inherited == nil && bindings[$0].owner == nil }
    inlineKeys = UniqueKeys(taken: own.map { bindings[$0].key } + keys)
    aliasTargets = Self.aliasTargets(definitions.aliases)
    aliases = definitions.aliases.map(\.key).reduce(into: [:]) { [aliasTargets] aliases, key in
      aliases[aliasTargets[key] ?? key, default: []].append(key)
    }
    roots = definitions.roots.compactMap { wiring.index(ofKey: $0.text) }
    // The keys first: edges refer to them.
    for index in bindings.indices { nameInline(of: index) }
    order = documentOrder()
    let edges = order.flatMap { index in self.edges(of: index).map { edge(index, $0) } }
    let isRoot = Set(roots)
    let nodes = order.map { node($0, isRoot: isRoot.contains($0)) }
    graph = ServiceGraph(
      nodes: nodes,
      edges: edges,
      entryPoints: entryPoints(nodes, edges),
      given: given(),
      disabled: wiring.disabled.filter { !$0.isInherited })
  }

  /// Returns the service that each alias refers to after all aliases are followed.
  private static func aliasTargets(_ aliases: [Alias]) -> [String: String] {
    let next = Dictionary(first: aliases.map { ($0.key, $0.target.text) })
    var targets: [String: String] = [:]
    for alias in aliases {
      var chain = [alias.key]
      var target = alias.target.text
      // A plan has no cycle of aliases.
      while targets[target] == nil, let further = next[target] {
        chain.append(target)
        target = further
      }
      let end = targets[target] ?? target
      for key in chain { targets[key] = end }
    }
    return targets
  }

  /// Returns the dependencies of a binding. Its properties were bound before its arguments, but are
  /// set after them.
  private func edges(of index: Int) -> [Edge] {
    let edges = wiring.edges[wiring.bindings[index].edges]
    return Array(edges.filter { !$0.isProperty } + edges.filter(\.isProperty))
  }

  private mutating func nameInline(of index: Int) {
    for edge in edges(of: index) {
      guard case .inline = edge.source else { continue }
      inline[edge.target] = inlineKeys.unique(wiring.bindings[edge.target].key)
      parts[index, default: []].append(edge.target)
    }
  }

  private func key(_ index: Int) -> String { inline[index] ?? wiring.bindings[index].key }

  /// Returns the bindings in order: inline services follow their owner, and the parent's come last.
  private func documentOrder() -> [Int] {
    var order: [Int] = []
    var pending = Array(own.reversed())
    while let next = pending.popLast() {
      order.append(next)
      pending += (parts[next] ?? []).reversed()
    }
    return order + wiring.bindings.indices.filter { wiring.bindings[$0].inherited != nil }
  }

  private func edge(_ index: Int, _ edge: Edge) -> ServiceGraph.Edge {
    var kind: ServiceGraph.Edge.Kind = edge.isProperty ? .property : .argument
    var tag: String?
    var isAutowired = false
    switch edge.source {
    case .inner: kind = .decorated
    case .tagged(let name): tag = name
    case .type: isAutowired = true
    case .reference, .inline: break
    }
    return ServiceGraph.Edge(
      from: key(index),
      to: key(edge.target),
      name: edge.name(in: wiring.bindings[index].entry),
      kind: edge.timing == .deferred ? .deferred : kind,
      tag: tag,
      isAutowired: isAutowired,
      place: edge.place
    )
  }

  private func node(_ index: Int, isRoot: Bool) -> ServiceGraph.Node {
    let binding = wiring.bindings[index]
    let key = key(index)
    let product = "\(binding.entry.contracts[0].type)"
    return ServiceGraph.Node(
      key: key,
      type: isGivenByProgram(index) ? product : binding.entry.name,
      product: product,
      place: binding.place,
      scope: binding.inheritedScopeName ?? binding.scope.name(in: wiring.scopeNames),
      tags: binding.tags,
      aliases: inline[index] == nil ? aliases[key] ?? [] : [],
      decorates: binding.decorates.map { aliasTargets[$0] ?? $0 },
      owner: binding.owner.map { self.key($0) },
      requestArguments: binding.entry.runtimeParameters.map(\.description),
      deprecation: binding.deprecation,
      isRoot: isRoot,
      isEager: binding.isEager,
      isAwaited: binding.isAwaited,
      isLive: binding.entry.isLive,
      opacity: binding.entry.opacity,
      isInherited: binding.inherited != nil
    )
  }

  /// Whether the program passed the factory itself, instead of a catalog: here, or in the parent.
  private func isGivenByProgram(_ index: Int) -> Bool {
    var (wiring, index) = (wiring, index)
    while let above = wiring.parentIndex(of: index), let parent = wiring.parent {
      (wiring, index) = (parent.wiring, above)
    }
    return wiring.bindings[index].isGivenByProgram
  }

  private func given() -> [String: String] {
    keys.reduce(into: [:]) { given, key in
      given[key] = wiring.index(ofKey: key).map { self.key($0) }
    }
  }

  private func entryPoints(_ nodes: [ServiceGraph.Node], _ edges: [ServiceGraph.Edge]) -> [String] {
    let keys = roots.map { key($0) }.uniqued
    guard keys.isEmpty else { return keys }
    let needed = Set(edges.map(\.to))
    return nodes.filter { !needed.contains($0.key) && !$0.isInherited }.map(\.key)
  }
}

/// Makes keys unique: a text that is already taken gets a number.
private struct UniqueKeys {
  private var taken: Set<String>
  private var counts: [String: Int] = [:]

  init(taken: some Sequence<String>) { self.taken = Set(taken) }

  mutating func unique(_ text: String) -> String {
    if taken.insert(text).inserted { return text }
    var count = counts[text] ?? 1
    repeat { count += 1 } while taken.contains("\(text)#\(count)")
    counts[text] = count
    taken.insert("\(text)#\(count)")
    return "\(text)#\(count)"
  }
}
