import PatchbayDiagnostics

extension PlanDraft {
  /// Warns of services that an upper layer adds and that were probably meant to replace one of a
  /// lower layer: the key is nearly the same, nothing uses it, and the two provide a common type.
  ///
  /// The caller asks only if there was no error: a faulty entry may hide references. A check of
  /// declared roots reports these services as unused, except those that start or run.
  func warnOfSimilarKeys(into collector: inout DiagnosticCollector) {
    let isReported = definitions.checks.usage != nil && !definitions.roots.isEmpty
    // Nearly all definitions are in the lowest layer.
    let candidates = nodes.indices.filter {
      isUnusedIfUnnamed(nodes[$0]) && (!isReported || nodes[$0].isEntryPoint)
    }
    guard !candidates.isEmpty, !nodes.contains(where: \.isFaulty) else { return }
    let used = usedNodes
    for index in candidates.filter({ !used.contains($0) }).prefix(Self.mostCompared) {
      guard let meant = keyMeant(by: index) else { continue }
      let node = nodes[index]
      collector.add(
        Diagnostic(
          .similarName,
          "`\(node.key)` is a new service that nothing uses, and nearly has the key `\(meant)`",
          at: node.definition.place, "a new key"
        )
        .asWarning
        .label(place(ofKey: meant), "`\(meant)` is defined here")
        .fix("did you mean `\(meant)`?", replacing: node.definition.place, with: meant))
    }
  }

  /// Returns the key of a lower layer that an added service was probably meant to replace: the
  /// nearest of a service that provides a common type.
  func keyMeant(by index: Int) -> String? {
    guard let entry = nodes[index].knownEntry else { return nil }
    return definitions.keysMeantBelow(nodes[index].key).first { key in
      guard case .service(let other) = meanings[key], let lower = nodes[other].knownEntry else {
        return false
      }
      return entry.contracts.types.contains(where: lower.contracts.types.contains)
    }
  }

  /// Whether a layer above the lowest one defines a service that no lower one does, and that
  /// nothing in its own entry uses.
  private func isUnusedIfUnnamed(_ node: PlannedService) -> Bool {
    // Before the copy of the definition.
    guard !node.isDecorator, node.owner == nil, node.inherited == nil else { return false }
    let definition = node.definition
    return definition.provenance.winner.layer > 0 && definition.provenance.overridden.isEmpty
      && definition.tags.isEmpty && !definition.mayBeEager
  }

  /// The nodes that something refers to: another service, a root, an alias, a decorator, or the order
  /// of starts.
  private var usedNodes: Set<Int> {
    var used: Set<Int> = []
    for index in nodes.indices {
      let own = owner(of: index)
      for edge in edges(of: index) where edge.target != own { used.insert(edge.target) }
      if let inner = nodes[index].inner { used.insert(inner) }
    }
    let keys =
      definitions.roots.map(\.text) + aliases.values.map(\.target.text)
      + definitions.definitions.flatMap { $0.after.map(\.text) }
    for key in keys {
      if case .service(let index) = meanings[key] { used.insert(index) }
    }
    return used
  }
}
