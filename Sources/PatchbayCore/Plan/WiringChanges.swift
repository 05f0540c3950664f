/// What differs in a plan in which some services have other definitions.
///
/// An overlay in a test usually replaces one service among many. To check all of them again costs by
/// their number: of 1,000 services 40 million instructions. Here only the changed definitions and
/// their dependents are looked at; a change that may matter to any other service is left to the check
/// of everything.
struct WiringChanges {
  private(set) var bindings: Bindings
  private(set) var edges: [Edge]
  private(set) var offers: Offers
  private(set) var findsByType: Bool
  /// Whether a changed service provides other types.
  private(set) var hasNewContracts = false
  /// Whether a changed service provides more types than before, or fewer.
  private(set) var hasOtherFacets = false
  /// The changed services that provide other types, as many as before.
  private(set) var retyped: [Int] = []
  let secrets: SecretTexts

  private let base: Wiring
  private let draft: PlanDraft
  /// The index in the plan of each node of the draft.
  private let indices: [Int]

  /// Determines the changes; fails if services that do not depend on the changed ones may change, too.
  ///
  /// - Parameters:
  ///   - draft: The changed definitions, checked without anything to report. The other services are
  ///     nodes as if they were a parent's.
  ///   - base: The plan with the former definitions.
  init?(_ draft: PlanDraft, of base: Wiring) {
    // What is disabled is checked against the services, which change.
    guard base.parent == nil, base.disabled.isEmpty, !draft.hasStartOrder,
      let indices = Self.indices(of: draft, in: base)
    else { return nil }
    (self.base, self.indices) = (base, indices)
    (bindings, edges, offers) = (base.bindings, base.edges, base.offers)
    findsByType = base.findsByType || draft.findsByType
    secrets = SecretTexts(
      draft.nodes, of: draft.definitions.secrets, inheriting: base.secrets)
    let changed = draft.nodes.indices.filter { draft.nodes[$0].inherited == nil }
    Wiring.determineAssembly(draft)
    self.draft = draft
    var replacements: [(index: Int, binding: Binding)] = []
    for node in changed {
      guard let binding = change(node) else { return nil }
      replacements.append((indices[node], binding))
    }
    bindings.replace(replacements)
    // Not the method itself, which would have a copy of all changes.
    guard changed.allSatisfy({ findsTheSame($0) }),
      updateDependents(of: changed.map { indices[$0] })
    else { return nil }
  }

  private static func indices(of draft: PlanDraft, in base: Wiring) -> [Int]? {
    var indices: [Int] = []
    indices.reserveCapacity(draft.nodes.count)
    for node in draft.nodes {
      if let inherited = node.inherited {
        indices.append(inherited.index)
        continue
      }
      let index = base.names.index(of: node.key)
      // A name may also be that of an alias or of a decorated service.
      guard node.owner == nil, index >= 0, base.bindings[index].key == node.key else { return nil }
      indices.append(index)
    }
    return indices
  }

  /// Returns the binding of a definition; nil if it would change other services.
  private mutating func change(_ number: Int) -> Binding? {
    let indices = indices
    let (node, index) = (draft.nodes[number], indices[number])
    let old = base.bindings[index]
    // A plan is only made of nodes that have their factory.
    guard let entry = node.entry, old.isReplaceable, node.isReplacement, old.scope == node.scope,
      old.boundTo == node.boundTo, old.entry.isAlwaysFresh == entry.isAlwaysFresh,
      node.isAwaited == old.isAwaited || node.scope.isKept,
      setEdges(of: node, at: index), updateOffers(of: number, index, entry)
    else { return nil }
    let arguments = draft.arguments[node.arguments].compactMap { $0.moved(to: indices) }
    node.isProducible = node.isProducible(
      arguments, scope: { base.bindings[$0].scope },
      isProducible: { base.bindings[$0].isProducible })
    guard node.isProducible == old.isProducible else { return nil }
    return Binding(
      node, BoundArguments(arguments), component: old.component, isInCycle: false, after: [])
  }

  /// Sets the dependencies of a node by the indices of the plan; returns `false` if they would change
  /// the order of construction.
  private mutating func setEdges(of node: PlanDraft.Node, at index: Int) -> Bool {
    let indices = indices
    let new = draft.edges[node.edges].map { $0.moved(to: indices[$0.target]) }
    let old = base.edges[base.bindings[index].edges]
    let component = base.bindings[index].component
    for edge in new {
      let isReady = base.bindings[edge.target].component < component
      guard edge.timing == .deferred || isReady else { return false }
    }
    guard !old.contains(where: { $0.source == .inline }),
      !base.hasStartOrder || old.map(\.target) == new.map(\.target)
    else { return false }
    node.properties = node.properties.compactMap { property in
      property.argument.moved(to: indices).map { (property.index, $0) }
    }
    if old.elementsEqual(new) {
      node.edges = base.bindings[index].edges
    } else if new.isEmpty {
      node.edges = 0..<0
    } else {
      node.edges = edges.count..<edges.count + new.count
      edges += new
    }
    return true
  }

  /// Updates what a service is found by; returns `false` if an argument is found by a type that it
  /// provides only before or only after the change.
  private mutating func updateOffers(of number: Int, _ index: Int, _ entry: CatalogEntry) -> Bool {
    let former = base.bindings[index].entry
    let new = draft.offers.types.filter { draft.offers[$0].contains(number) }
    let old = former.contracts.types.filter { base.offers[$0].contains(index) }
    let (added, removed) = (new.filter { !old.contains($0) }, old.filter { !new.contains($0) })
    if former !== entry, former.contracts.types != entry.contracts.types {
      hasNewContracts = true
      if former.contracts.count != entry.contracts.count { hasOtherFacets = true }
      retyped.append(index)
    }
    guard !added.isEmpty || !removed.isEmpty else { return true }
    hasNewContracts = true
    for type in removed { offers.remove(index, from: type) }
    for type in added { offers.insert(index, to: type) }
    return !findsByType
  }

  /// Whether the arguments of a node that are found by their type are found among all services, too.
  private func findsTheSame(_ number: Int) -> Bool {
    let node = draft.nodes[number]
    guard draft.findsByType, let entry = node.entry else { return true }
    return edges[node.edges].allSatisfy { edge in
      guard edge.source == .type else { return true }
      let candidates = offers[edge.parameter(of: entry).contract].filter {
        $0 != indices[number] && !bindings[$0].entry.isAlwaysFresh
      }
      return candidates.count == 1
    }
  }

  /// Passes the changed services to their dependents as the same types as before; returns `false` if
  /// one does not provide such a type any more.
  private mutating func updateDependents(of changed: [Int]) -> Bool {
    let moved = changed.filter { index in
      let (old, new) = (base.bindings[index].entry, bindings[index].entry)
      return old !== new
        && old.contracts.types != new.contracts.types
    }
    guard !moved.isEmpty else { return true }
    var isMoved = [Bool](repeating: false, count: bindings.count)
    for index in moved { isMoved[index] = true }
    let edges = base.edges
    guard edges.indices.contains(where: { isMoved[edges[$0].target] }) else { return true }
    var dependents: [(index: Int, binding: Binding)] = []
    for index in bindings.indices {
      // What has not changed has the edges of the base, where no changes are looked up.
      let range = base.bindings[index].edges
      guard range.contains(where: { isMoved[edges[$0].target] }), !changed.contains(index)
      else { continue }
      let binding = bindings[index].replacingServices { service in
        guard isMoved[service.index] else { return service }
        let type = base.bindings[service.index].entry.contracts[service.contract].type
        return bindings[service.index].entry.contractIndex(of: type)
          .map { BoundService(index: service.index, contract: $0) }
      }
      guard let binding else { return false }
      dependents.append((index, binding))
    }
    if !dependents.isEmpty { bindings.replace(dependents) }
    return true
  }
}

extension Binding {
  /// Whether another definition can replace it, as far as it decides: it is no decorator and not
  /// decorated, and neither a tag, nor an order of starts, nor a cycle leads to it.
  fileprivate var isReplaceable: Bool {
    inherited == nil && owner == nil && outermost == nil && original == nil && decorates == nil
      && !isInCycle && tags.isEmpty && after.isEmpty && deprecation == nil
  }
}

extension BoundArgument {
  /// Returns the same argument with the services' indices in another plan.
  fileprivate func moved(to indices: [Int]) -> BoundArgument? {
    replacingServices { BoundService(index: indices[$0.index], contract: $0.contract) }
  }
}

extension PlanDraft.Node {
  /// Whether it can replace another definition, as far as it decides.
  fileprivate var isReplacement: Bool {
    !isDecorator && definition.isEnabled && definition.tags.isEmpty
      && definition.deprecated == nil && definition.unknownFields.isEmpty
  }
}

extension Scope {
  /// Whether an instance is ready before its dependents are built.
  fileprivate var isKept: Bool { depth != nil && self != .weak }
}

extension Plan {
  /// Returns the plan with other definitions of some of its services, checked as far as they change it.
  ///
  /// - Parameters:
  ///   - definitions: The changed services alone, with the layers and scopes of the whole
  ///     configuration. All else that it says is as it was.
  ///   - catalog: The catalog of the plan.
  /// - Returns: Nil if everything has to be checked: there is something to report, or services may
  ///   change that do not depend on the changed ones.
  package func changing(_ definitions: DefinitionSet, catalog: FactoryCatalog) -> Plan? {
    guard warnings.isEmpty,
      let draft = PlanDraft(checking: definitions, catalog, lookingUp: self),
      let changes = WiringChanges(consume draft, of: wiring)
    else { return nil }
    var set = kept.set
    set.layers = definitions.layers
    return Plan(kept: KeptDefinitions(set, warnings: []), wiring: Wiring(wiring, consume changes))
  }

  /// Whether the definitions of services can be changed without a look at all others: each is defined,
  /// and none extends another.
  package func canChange(_ keys: [String]) -> Bool {
    parent == nil && warnings.isEmpty
      && keys.allSatisfy { wiring.names.index(of: $0) >= 0 && !kept.set.extendedKeys.contains($0) }
  }

  /// The parameters, opaque to this module.
  package var parameterTable: (any Sendable)? { kept.set.parameters.table }
}
