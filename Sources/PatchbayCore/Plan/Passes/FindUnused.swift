import PatchbayDiagnostics

extension PlanDraft {
  /// Finds the services that are unreachable from the roots, if the configuration declares `roots`,
  /// and the types that nothing names.
  ///
  /// A service that is eager, starts or runs is used without a request. Without `roots` the program may request every
  /// service. A faulty service may hide dependencies: the caller reports nothing as unused if there was an error.
  func addUsage(to usage: inout Usage) {
    for node in nodes {
      if let entry = node.knownEntry, node.definition.factory == nil {
        usage.add(used: .init(.type, entry.name))
      }
    }
    let roots = rootNodes
    let started = nodes.indices.filter { nodes[$0].isEntryPoint || nodes[$0].definition.mayBeEager }
    let faulty = nodes.indices.filter { nodes[$0].isFaulty }
    let paths = roots.isEmpty ? nil : RequestPaths(nodes, edges, roots: roots + started + faulty)
    var comparisons = Self.mostCompared
    // Made only if some services are not used.
    lazy var needs = neededKeys
    for (index, node) in nodes.enumerated()
    where !node.isDecorator && node.owner == nil && node.inherited == nil {
      // A request for a decorated key reaches its decorators first.
      guard let paths, !paths.isReached(outermost(of: index)), !paths.isReached(index) else {
        usage.add(used: .init(.service, node.key))
        continue
      }
      comparisons -= 1
      usage.add(
        unused: .init(.service, node.key), unusedService(index, isCompared: comparisons >= 0),
        needing: needs[node.key, default: []])
    }
  }

  /// The keys that each service needs, its decorators and inline services included.
  private var neededKeys: [String: Set<String>] {
    var needs: [String: Set<String>] = [:]
    func key(_ node: Int) -> String {
      let owner = owner(of: node)
      return nodes[original(of: owner) ?? owner].key
    }
    for node in nodes.indices {
      for edge in edges(of: node) { needs[key(node), default: []].insert(key(edge.target)) }
    }
    return needs
  }
}

extension Definition {
  /// Whether it is eager, or a variable decides that.
  var mayBeEager: Bool { eager || unknownFields.contains { $0.path == ["eager"] } }
}

extension PlanDraft {
  /// Returns the warning of a service that nothing uses.
  private func unusedService(_ index: Int, isCompared: Bool) -> Diagnostic {
    let node = nodes[index]
    let meant = isCompared ? keyMeant(by: index) : nil
    return Diagnostic(
      .unusedService, "nothing reachable from the roots uses `\(node.key)`",
      at: node.definition.place, "not used"
    )
    .asWarning
    .note("the roots are \(definitions.roots.map(\.text).someQuoted())")
    .fix(
      meant.map { .init("did you mean `\($0)`?", replacing: node.definition.place, with: $0) }
        ?? .init("remove it, or add it to `roots` where the program asks for it itself"))
  }
}
