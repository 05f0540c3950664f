import PatchbayDiagnostics

/// Builds the graph of a plan, or of a draft without errors.
struct GraphBuilder {
  private let services: [PlannedService]
  private let allEdges: [Edge]
  private let scopeNames: [String]
  /// The service that each key resolves to: the outermost decorator, aliases followed.
  private let targets: [ExactText: Int]
  /// The services that are defined with a key.
  private let own: [Int]
  /// The keys of the inline services, by their index.
  private var inline: [Int: String] = [:]
  /// The inline services of each service, in the order of the document.
  private var parts: [Int: [Int]] = [:]
  /// The keys of the inline services; several may have inherited the same text.
  private var inlineKeys: UniqueKeys
  /// The aliases of each service, in their order.
  private var aliases: [Int: [String]] = [:]
  /// The services that the configuration declares as roots, in order.
  private let roots: [Int]
  /// The services in the order of the graph's nodes.
  private(set) var order: [Int] = []
  private(set) var graph = ServiceGraph(
    nodes: [], edges: [], entryPoints: [], resolvedKeys: [:])

  init(_ wiring: Wiring, _ definitions: DefinitionSet) {
    let targets = wiring.serviceKeys.compactMap { key in
      wiring.index(ofKey: key).map { (ExactText(key), $0) }
    }
    self.init(wiring.services, wiring.edges, Dictionary(first: targets), definitions)
  }

  init(_ draft: PlanDraft) {
    let targets = draft.meanings.keys.compactMap { key in
      draft.target(ofKey: key).map { (ExactText(key), $0) }
    }
    self.init(draft.nodes, draft.edges, Dictionary(first: targets), draft.definitions)
  }

  private init(
    _ services: [PlannedService], _ edges: [Edge], _ targets: [ExactText: Int],
    _ definitions: DefinitionSet
  ) {
    (self.services, allEdges, self.targets) = (services, edges, targets)
    scopeNames = definitions.scopes.map(\.text)
    own = services.indices.filter { services[$0].inherited == nil && services[$0].owner == nil }
    inlineKeys = UniqueKeys(taken: own.map { services[$0].key } + targets.keys.map(\.text))
    for alias in definitions.aliases {
      guard let outermost = targets[ExactText(alias.key)] else { continue }
      aliases[services[outermost].original ?? outermost, default: []].append(alias.key)
    }
    roots = definitions.roots.compactMap { targets[ExactText($0.text)] }
    // The keys first: edges refer to them.
    for index in services.indices { nameInline(of: index) }
    order = documentOrder()
    let edges = order.flatMap { index in self.edges(of: index).map { edge(index, $0) } }
    let isRoot = Set(roots)
    let nodes = order.map { node($0, isRoot: isRoot.contains($0)) }
    graph = ServiceGraph(
      nodes: nodes,
      edges: edges,
      entryPoints: entryPoints(nodes, edges),
      resolvedKeys: resolvedKeys())
  }

  /// Returns the dependencies of a service. Its properties were bound before its arguments, but are
  /// set after them.
  private func edges(of index: Int) -> [Edge] {
    let edges = allEdges[services[index].edges]
    return Array(edges.filter { !$0.isProperty } + edges.filter(\.isProperty))
  }

  private mutating func nameInline(of index: Int) {
    for edge in edges(of: index) {
      guard case .inline = edge.source else { continue }
      inline[edge.target] = inlineKeys.unique(services[edge.target].key)
      parts[index, default: []].append(edge.target)
    }
  }

  private func key(_ index: Int) -> String { inline[index] ?? services[index].key }

  /// Returns the services in order: inline services follow their owner, and the parent's come last.
  private func documentOrder() -> [Int] {
    var order: [Int] = []
    var pending = Array(own.reversed())
    while let next = pending.popLast() {
      order.append(next)
      pending += (parts[next] ?? []).reversed()
    }
    return order + services.indices.filter { services[$0].inherited != nil }
  }

  private func edge(_ index: Int, _ edge: Edge) -> ServiceGraph.Edge {
    let isInner = edge.source == .inner
    let tag: String? = if case .tagged(let name) = edge.source { name } else { nil }
    return ServiceGraph.Edge(
      from: key(index),
      to: key(edge.target),
      name: edge.name(in: services[index].entry),
      kind: edge.timing == .deferred
        ? .deferred : isInner ? .decorated : edge.isProperty ? .property : .argument,
      tag: tag,
      isAutowired: edge.source == .type,
      place: edge.place
    )
  }

  private func node(_ index: Int, isRoot: Bool) -> ServiceGraph.Node {
    let service = services[index]
    let key = key(index)
    let product = "\(service.entry.contracts[0].type)"
    return ServiceGraph.Node(
      key: key,
      type: service.hasOwnFactory ? product : service.entry.name,
      product: product,
      place: service.place,
      scope: service.inheritedScopeName ?? service.scope.name(in: scopeNames),
      tags: service.tags,
      aliases: aliases[index] ?? [],
      decorates: service.original.map { self.key($0) },
      owner: service.owner.map { self.key($0) },
      requestArguments: service.entry.runtimeParameters.map(\.description),
      deprecation: service.deprecation,
      isRoot: isRoot,
      isEager: service.isEager,
      hooks: service.entry.hooks,
      isAwaited: service.isAwaited,
      isLive: service.entry.isLive,
      opacity: service.entry.opacity,
      isInherited: service.inherited != nil
    )
  }

  private func resolvedKeys() -> [String: String] {
    var resolvedKeys: [String: String] = [:]
    resolvedKeys.reserveCapacity(targets.count)
    for (text, index) in targets {
      guard resolvedKeys.updateValue(key(index), forKey: text.text) != nil else { continue }
      // Of keys that Swift takes for the same, the last by its bytes counts.
      let same = targets.filter { $0.key.text == text.text }.sortedByBytes(of: \.key.text)
      resolvedKeys[text.text] = same.last.map { key($0.value) }
    }
    return resolvedKeys
  }

  private func entryPoints(_ nodes: [ServiceGraph.Node], _ edges: [ServiceGraph.Edge]) -> [String] {
    let keys = roots.map { key($0) }.uniqued
    guard keys.isEmpty else { return keys }
    let needed = Set(edges.map(\.to))
    return nodes.filter { !needed.contains($0.key) && !$0.isInherited }.map(\.key)
      + nodes.filter { needed.contains($0.key) && $0.isEntryPoint }.map(\.key)
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
