import PatchbayDiagnostics

/// The plan as the container reads it: bindings by index, without name lookups.
final class Wiring: Sendable {
  // Apart from the count of its references, which each scope changes.
  private let after = RestOfLine()
  /// The plan whose services back these.
  let parent: Plan?
  let bindings: Bindings
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
  /// The child's bindings of the services that it inherits, by their index in the parent.
  let ownIndices: [Int: Int]
  /// For a child's plan without bindings of the parent's services that it does not use, the number
  /// of plans behind each other that look such services up in the parent's; otherwise 0.
  let lookUps: Int
  /// The parent's plan in that case.
  let lookedUp: Wiring?
  /// The keys that such a plan defines itself, which hide the parent's.
  let ownKeys: Set<String>
  /// Those of them that nothing can be requested by: the keys of its decorators.
  let decoratorKeys: Set<String>
  /// The services that its aliases refer to.
  let aliased: Set<Int>
  /// The members of each tag, in order; `members(ofTag:)` has those of the parent, too.
  let tags: [String: [Member]]
  /// The disabled entries that the plan knows; `disabledEntries` has those of the parent, too.
  let disabled: [DisabledEntry]
  /// The deprecation messages of deprecated keys; `allDeprecations` has those of the parent, too.
  let deprecations: [String: Located]
  /// The bindings that are built together, each group after all it depends on, its members in the
  /// order of construction.
  let components: Groups
  /// Whether an argument is left to be found by its type.
  let findsByType: Bool
  /// Whether any service starts after others that it does not depend on.
  let hasStartOrder: Bool
  /// Whether any service, of a parent too, is shared within a request.
  let hasGraphServices: Bool
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
    ownIndices = draft.nodes.enumerated().reduce(into: [:]) { indices, node in
      if let inherited = node.element.inherited { indices[inherited.index] = node.offset }
    }
    lookedUp = draft.parentNeeds == nil ? nil : draft.parent?.wiring
    lookUps = lookedUp.map { $0.lookUps + 1 } ?? 0
    ownKeys = draft.parentNeeds?.ownKeys ?? []
    decoratorKeys =
      lookUps > 0 ? Set(draft.definitions.definitions.lazy.filter(\.isDecorator).map(\.key)) : []
    aliased = Set(draft.aliases.keys.compactMap { draft.target(ofKey: $0) })
    tags = draft.members.reduce(into: [:]) { tags, tag in
      tags[tag.key] = tag.value.map {
        Member(key: bindings[$0].key, priority: draft.priorities[tag.key]?[$0] ?? 0)
      }
    }
    disabled = draft.disabled
    deprecations = Self.deprecations(draft)
    components = draft.components
    (findsByType, hasStartOrder) = (draft.findsByType, draft.hasStartOrder)
    hasGraphServices =
      lookedUp?.hasGraphServices ?? false
      || (0..<bindings.count).contains { bindings[$0].scope == .graph }
    scopeNames = draft.definitions.scopes.map(\.text)
    secrets = SecretTexts(
      draft.nodes, of: draft.definitions.secrets, inheriting: draft.parent?.wiring.secrets)
    scopeSchedules = ScopeSchedules(scopes: scopeNames.count)
    // The tables of a load are made when its definitions are gone, which are the most that it holds.
    draft.removeNodes()
    names = NameTable(
      draft.meanings.all.compactMap { key, meaning in
        guard case .service(let index) = meaning else { return nil }
        return (key.text, bindings[index].outermost ?? index)
      })
    let facets = FacetTable(
      bindings, components, depths: scopeNames.count + 1,
      parent: lookedUp?.facets)
    self.facets = facets
    types = TypeTable(offers, facets) { bindings[$0].outermost ?? $0 }
  }

  private static func bindings(_ draft: PlanDraft) -> Bindings {
    // Not the draft: in a debug build each closure call that names a field of it copies it whole.
    let (nodes, edges, arguments) = (draft.nodes, draft.edges, draft.arguments)
    let (components, groups) = (draft.components, draft.components.groups(ofNumbersTo: nodes.count))
    determineAssembly(draft)
    return Bindings(count: nodes.count) { index in
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

  /// Creates the wiring of the same services in which some have other definitions.
  ///
  /// - Parameters:
  ///   - base: The wiring without them.
  ///   - changes: What differs from it.
  init(_ base: Wiring, _ changes: WiringChanges) {
    (bindings, edges, offers) = (changes.bindings, changes.edges, changes.offers)
    secrets = changes.secrets
    (parent, ownIndices, lookUps, lookedUp) = (nil, [:], 0, nil)
    (ownKeys, decoratorKeys) = ([], [])
    (names, aliased, tags, disabled) = (base.names, base.aliased, base.tags, base.disabled)
    (deprecations, components, scopeNames) = (base.deprecations, base.components, base.scopeNames)
    (findsByType, hasStartOrder) = (changes.findsByType, base.hasStartOrder)
    hasGraphServices = base.hasGraphServices
    scopeSchedules = ScopeSchedules(scopes: scopeNames.count)
    guard changes.hasNewContracts else {
      (facets, types) = (base.facets, base.types)
      return
    }
    let facets =
      changes.hasOtherFacets
      ? FacetTable(bindings, components, depths: scopeNames.count + 1)
      : FacetTable(base.facets, changing: changes.retyped, in: bindings)
    self.facets = facets
    types = TypeTable(offers, facets) { [bindings] in bindings[$0].outermost ?? $0 }
  }

  /// Returns the services that must be ready before a binding is built.
  func needs(of index: Int) -> [Int] {
    edges[bindings[index].edges].filter { $0.timing != .deferred }.map(\.target)
  }

  /// Determines whether the services of the nodes are awaited, and whether a producer can make them.
  static func determineAssembly(_ draft: PlanDraft) {
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
        nodes[index].scope.isFresh || nodes[index].scope.isNamed
      else { continue }
      nodes[index].isProducible = nodes[index].isProducible(
        draft.arguments[nodes[index].arguments],
        // Services of a parent may change with it.
        scope: { nodes[$0].inherited == nil ? nodes[$0].scope : nil },
        isProducible: { nodes[$0].isProducible })
    }
  }

  private static func deprecations(_ draft: PlanDraft) -> [String: Located] {
    var texts = draft.parentNeeds == nil ? draft.parent?.wiring.allDeprecations ?? [:] : [:]
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

extension PlanDraft.Node {
  /// Returns whether a ``Producer`` can make it, as far as the plan knows.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - scope: Returns the scope of a service that it takes; nil for one of a parent.
  ///   - isProducible: Whether a producer can make a service that it takes.
  /// - Returns: Whether a producer can make it.
  func isProducible(
    _ arguments: some Sequence<BoundArgument>, scope: (Int) -> Scope?, isProducible: (Int) -> Bool
  ) -> Bool {
    guard inherited == nil, let entry, entry.hasForm, self.scope.isFresh || self.scope.isNamed,
      properties.isEmpty
    else { return false }
    return zip(entry.parameters, arguments).allSatisfy { parameter, argument in
      switch argument {
      case .value, .absent, .runtimeArgument: true
      case .service(let service):
        // An `.optional` has a different type than the service itself.
        switch scope(service.index) {
        case .singleton: true
        case .transient, .graph: parameter.takesContract && isProducible(service.index)
        case .named: parameter.takesContract && self.scope.isNamed
        case .weak, nil: false
        }
      case .services(let services): services.allSatisfy { scope($0.service.index) == .singleton }
      case .deferred, .resolver: false
      }
    }
  }
}

extension Wiring {
  /// Creates the wiring of a child that takes over only what it uses of its parent.
  ///
  /// - Returns: Nil if there is anything to report, or if the child depends on all of the parent's
  ///   services: then all of them are taken over, so that messages name them.
  convenience init?(
    _ definitions: borrowing DefinitionSet, _ catalog: FactoryCatalog, lookingUp parent: Plan
  ) {
    guard parent.wiring.lookUps < Self.maximumLookUps,
      let draft = PlanDraft(checking: definitions, catalog, lookingUp: parent)
    else { return nil }
    self.init(consume draft)
  }
}

extension PlanDraft {
  /// Checks definitions that find all other services in a plan.
  ///
  /// - Returns: Nil if there is anything to report, or if the definitions depend on all of the plan's
  ///   services.
  init?(
    checking definitions: borrowing DefinitionSet, _ catalog: FactoryCatalog, lookingUp parent: Plan
  ) {
    guard let needs = ParentNeeds(of: definitions, catalog: catalog, parent: parent.wiring) else {
      return nil
    }
    self.init(
      definitions: definitions, catalog: catalog, parent: parent, needing: needs,
      hints: HintBudget())
    for pass in planPasses {
      pass(&self)
      if hasReports { return nil }
    }
    guard nodes.allSatisfy({ !$0.isFaulty }) else { return nil }
  }
}
