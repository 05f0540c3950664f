import PatchbayDiagnostics

extension PlanDraft {
  /// Finds services that would keep one with a shorter lifetime alive.
  ///
  /// A transient lives as long as its dependent, so its dependencies count as those of its dependent:
  /// the search goes through transients. A `Provider` keeps nothing; a `Lazy` does, once it was used.
  /// A parent's scope counts as shorter than all of the child's, because the order in which the
  /// scopes of two containers end is unknown. Afterwards every node knows the scope that it is bound
  /// to.
  mutating func findCaptives() {
    // Only then is there any service with a shorter lifetime than a container.
    guard nodes.contains(where: { $0.scope.isNamed || $0.boundTo != nil }) else { return }
    let depths = ScopeDepths(nodes, definitions.scopes)
    let deepest = deepestReached(keptComponents(), depths)
    for (index, node) in nodes.enumerated() where node.inherited == nil {
      guard let depth = node.scope.depth else {
        if deepest[index] > 0 { node.boundTo = depths.names[deepest[index] - 1] }
        continue
      }
      if depth > 0 { node.boundTo = depths.names[depth - 1] }
      if deepest[index] > depth, !hasUnknownScope(node) {
        reportCaptives(of: index, depth, deepest, depths)
      }
    }
  }

  /// Whether an error was reported of its scope, so that it is not known how long it lives.
  private func hasUnknownScope(_ node: PlannedService) -> Bool {
    guard node.isFaulty, let name = node.definition.scope?.text else { return false }
    return !ScopeName.builtIn.contains(name) && !definitions.scopes.contains { $0.text == name }
  }
}

/// The lifetimes of all services: 0 for a service that may be kept as long as the container.
private struct ScopeDepths {
  /// The scopes by their depth, from 1: the declared ones, then those of the parent.
  let names: [String]
  private let own: Int

  init(_ nodes: [PlannedService], _ scopes: [Located]) {
    let declared = scopes.map(\.text)
    var inherited: [String] = []
    for node in nodes {
      if let name = node.boundTo, !inherited.contains(name) { inherited.append(name) }
    }
    own = declared.count
    names = declared + inherited
  }

  /// Returns nil for a service that lives as long as its dependent.
  func depth(of node: PlannedService) -> Int? {
    guard node.inherited != nil, let scope = node.boundTo else { return node.scope.depth }
    return names[own...].firstIndex(of: scope).map { $0 + 1 }
  }
}

extension PlanDraft {
  /// Returns the nodes in an order in which each component follows all that its members keep.
  private func keptComponents() -> Groups {
    // Without any `Lazy` it is the order in which services are built.
    guard edges.contains(where: { $0.isKept && $0.timing == .deferred }) else {
      return components
    }
    return stronglyConnectedComponents(targets { $1.isKept })
  }

  /// Returns the depth of the service with the shortest lifetime that each node keeps, through
  /// transients; -1 for none.
  private func deepestReached(_ components: Groups, _ depths: ScopeDepths) -> [Int] {
    var deepest = [Int](repeating: -1, count: nodes.count)
    for component in 0..<components.count {
      let members = components[component]
      var reached = -1
      for edge in members.lazy.flatMap({ edges(of: $0) }) where edge.isKept {
        let depth = depths.depth(of: nodes[edge.target])
        reached = max(reached, depth ?? deepest[edge.target])
      }
      for member in members { deepest[member] = reached }
    }
    return deepest
  }

  /// Reports the services with a shorter lifetime that an owner would keep, through transients.
  private mutating func reportCaptives(
    of owner: Int, _ depth: Int, _ deepest: [Int], _ depths: ScopeDepths
  ) {
    // For each node that was reached, the one before it, and the edge between them.
    var arrivals: [Int: (from: Int, edge: Edge)] = [:]
    var pending = [owner]
    while let node = pending.popLast() {
      // Many services may share many transients.
      let place = nodes[owner].definition.place
      let isWithin = canExpand(by: nodes[node].edges.count, at: place) {
        "what `\($0.nodes[owner].key)` would keep"
      }
      guard isWithin else { return }
      for edge in edges(of: node) where edge.isKept {
        guard edge.target != owner, arrivals[edge.target] == nil else { continue }
        arrivals[edge.target] = (node, edge)
        if let targetDepth = depths.depth(of: nodes[edge.target]) {
          guard targetDepth > depth else { continue }
          var (before, first, through) = (node, edge, [Int]())
          while before != owner, let arrival = arrivals[before] {
            through.append(before)
            (before, first) = arrival
          }
          _ = expansion.count(through.count)
          report(captive(owner, edge.target, first, through.reversed()))
        } else if deepest[edge.target] > depth {
          pending.append(edge.target)
        }
      }
    }
  }

  private func captive(_ owner: Int, _ target: Int, _ edge: Edge, _ through: [Int]) -> Diagnostic {
    let (keeper, kept) = (nodes[owner], nodes[target])
    let declared = definitions.scopes.map(\.text)
    let keeperScope = keeper.scope.name(in: declared)
    let keptScope = kept.inherited == nil ? kept.scope.name(in: declared) : kept.boundTo ?? ""
    let isSingleton = keeper.scope == .singleton
    return Diagnostic(
      .captiveDependency,
      (isSingleton
        ? "the singleton `\(keeper.key)` would keep one `\(kept.key)` alive for ever"
        : "`\(keeper.key)` of the scope `\(keeperScope)` would keep one `\(kept.key)` alive too long")
        + ", but `\(kept.key)` lives in the scope `\(keptScope)`",
      at: edge.place,
      through.isEmpty
        ? "a new one is expected in every scope"
        : "reaches `\(kept.key)` through the transient \(through.map { nodes[$0].key }.someQuoted())"
    )
    .label(
      kept.inherited == nil ? kept.definition.scopePlace : kept.place,
      kept.inherited?.isScoped == false
        ? "`\(kept.key)` of the parent keeps what is built once per `\(keptScope)`"
        : "`\(kept.key)` is built once per `\(keptScope)`"
    )
    .label(
      keeper.definition.scopePlace,
      "`\(keeper.key)` is built once per \(isSingleton ? "container" : "`\(keeperScope)`")"
    )
    .note("every scope after the first would see the first scope's \(kept.key)")
    .fix(
      canBeDeferred(edge, in: owner)
        ? .init(
          "take `.provider(\"\(name(of: edge, in: owner))\")` in the factory so each use asks for the current scope"
        ) : nil
    )
  }
}

extension Definition {
  /// The place of `scope`, or of the definition if it is not written.
  var scopePlace: SourcePlace { scope?.place.extended(overKey: "scope") ?? place }
}
