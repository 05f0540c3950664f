import PatchbayDiagnostics

/// Makes the model of a draft without errors.
struct ModelBuilder {
  private let draft: PlanDraft
  private let concealment: Concealment
  /// The factories of the catalog that services use, each once.
  private var catalog: [String: WiringModel.Factory] = [:]
  private var model = WiringModel()

  /// Returns the model of a draft without errors, after all passes.
  static func model(of draft: PlanDraft, _ requirements: ExternalRequirements) -> WiringModel {
    var builder = ModelBuilder(draft: draft)
    builder.addNodes()
    builder.addSections()
    builder.add(requirements)
    return builder.model
  }

  private init(draft: PlanDraft) {
    self.draft = draft
    concealment = Concealment(
      draft.definitions.definitions, draft.definitions.checks.modelParts?.parameters ?? [])
  }

  private mutating func addNodes() {
    let builder = GraphBuilder(draft)
    model.graph = builder.graph
    let waits = draft.startWaits
    model.nodes.reserveCapacity(builder.order.count)
    for (position, index) in builder.order.enumerated() {
      let node = draft.nodes[index]
      add(node, index, builder.graph.nodes[position], waits[index] ?? [])
    }
    for definition in draft.definitions.definitions where !definition.isEnabled {
      addDisabled(definition)
    }
  }

  private mutating func add(
    _ node: PlannedService, _ index: Int, _ service: ServiceGraph.Node, _ waits: [String]
  ) {
    // No node of a draft without errors lacks its factory.
    guard let entry = node.knownEntry else { return }
    add(
      service, node.definition, of: node.inherited == nil ? entry : nil, startsAfter: waits,
      contracts: contracts(of: node, index, entry),
      decorators: node.outermost.map { decorators(from: $0, to: index) } ?? [])
  }

  /// Adds a node, and to the catalog its factory, unless the program passed that.
  private mutating func add(
    _ service: ServiceGraph.Node, _ definition: Definition, of entry: CatalogEntry?,
    startsAfter: [String] = [], contracts: [TypeName] = [], decorators: [String] = []
  ) {
    if let entry, definition.factory == nil {
      catalog[entry.name] = WiringModel.Factory(entry: entry)
    }
    model.nodes.append(
      WiringModel.Node(
        service: service, definition: concealment.concealed(definition), contracts: contracts,
        ownFactory: definition.factory.map { .init(entry: $0) }, startsAfter: startsAfter,
        decorators: decorators))
  }

  /// Returns the types by which a node is found.
  private func contracts(
    of node: PlannedService, _ index: Int, _ entry: CatalogEntry
  ) -> [TypeName] {
    if node.isDecorator || node.owner != nil || node.inherited != nil { return [] }
    if node.outermost == nil, node.definition.provides == nil {
      return entry.contracts.types
    }
    let outermost = draft.nodes[draft.outermost(of: index)].knownEntry ?? entry
    return outermost.contracts.types.filter { draft.offers[$0].contains(index) }
  }

  private func decorators(from outermost: Int, to original: Int) -> [String] {
    var keys: [String] = []
    var next: Int? = outermost
    while let index = next, index != original {
      keys.append(draft.nodes[index].key)
      next = draft.nodes[index].inner
    }
    return keys.reversed()
  }

  /// Adds a disabled entry, and the services that are written inside of it.
  private mutating func addDisabled(_ definition: Definition, owner: String? = nil) {
    let entry = definition.factory ?? definition.type.flatMap { draft.catalog.entries[$0.text] }
    add(ServiceGraph.Node(disabled: definition, owner: owner), definition, of: entry)
    for var inline in definition.inlineDefinitions {
      inline.disabledPlace = definition.disabledPlace
      addDisabled(inline, owner: definition.key)
    }
  }

  private mutating func addSections() {
    let definitions = draft.definitions
    let parts = definitions.checks.modelParts ?? ModelParts()
    model.environment = definitions.environment
    model.layers = parts.layers
    model.scopes = definitions.scopes
    model.roots = definitions.roots
    model.parameters = parts.parameters.map { parameter in
      var parameter = parameter
      parameter.value = parameter.value.map { concealment.concealed($0) }
      return parameter
    }
    model.purposes = parts.purposes
    model.removed = definitions.removed.map { .init(key: $0.key, origin: $0.value) }
      .sortedByBytes(of: \.key)
    model.aliases = definitions.aliases
    model.assumed = definitions.checks.unknownFlags.references
    model.paths = parts.paths
    model.tags = draft.members.map { tag, members in
      WiringModel.Tag(name: tag, members: members.map { draft.nodes[$0.index].key })
    }
    .sortedByBytes(of: \.name)
    model.catalog = catalog.values.sortedByBytes(of: \.name)
  }

  private mutating func add(_ requirements: ExternalRequirements) {
    model.variables = requirements.variables
    for index in model.variables.indices {
      let variable = model.variables[index]
      if variable.isSecret, variable.fallback != nil { model.variables[index].fallback = .hidden }
    }
    model.files = requirements.files
  }
}

extension PlanDraft {
  /// What each service that a start begins waits for, as a start report shows it.
  fileprivate var startWaits: [Int: [String]] {
    let started = components.numbers.filter { nodes[$0].inherited == nil && nodes[$0].isStarted }
    if started.isEmpty { return [:] }
    let order = LifecycleOrder(nodes, edges)
    var texts: [Int: [String]] = [:]
    for depth in 0...definitions.scopes.count {
      let started = started.filter { nodes[$0].scope.depth == depth }
      for (index, waits) in order.waits(ofStarting: started, in: depth) where index >= 0 {
        texts[index] = waits.map {
          $0 == LifecycleOrder.allOthers ? LifecycleOrder.allOthersText : nodes[$0].key
        }
      }
    }
    return texts
  }
}

extension ServiceGraph.Node {
  /// Creates the node of a disabled entry from what its definition says: no plan has it.
  fileprivate init(disabled definition: Definition, owner: String?) {
    let product = definition.factory.map { "\($0.contracts[0].type)" } ?? ""
    self.init(
      key: definition.key,
      type: definition.factory == nil ? definition.type?.text ?? "" : product,
      product: product,
      place: definition.place,
      scope: owner == nil
        ? definition.scope?.text ?? ScopeName.singleton.description
        : ScopeName.transient.description,
      tags: definition.tags.map(\.name.text),
      aliases: [],
      decorates: definition.decorates?.text,
      owner: owner,
      requestArguments: [],
      deprecation: definition.deprecated?.text,
      isRoot: false,
      isEager: definition.eager,
      hooks: [],
      isAwaited: false,
      isLive: false,
      opacity: nil,
      isInherited: false)
  }
}
