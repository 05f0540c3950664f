import PatchbayDiagnostics

/// The plan while it is made: one node a definition, filled in by the passes.
struct PlanDraft {
  let definitions: DefinitionSet
  let catalog: FactoryCatalog
  /// What a child's references find where it does not define the key itself.
  let parent: Plan?

  /// The definitions in their order; behind them the parent's services, and the inline ones, which are
  /// added while arguments are bound.
  var nodes: [Node]
  /// The needs of all nodes, in one list: one for each node would be an allocation for each service.
  var edges: [Edge] = []
  /// The aliases by their keys.
  let aliases: [String: Alias]
  /// What each key of the configuration stands for.
  var meanings = KeyMeanings()
  /// The members of each tag, in the order in which `!tagged` gives them.
  var members: [String: [Int]] = [:]
  /// How the members of a tag are ordered, by their nodes.
  var priorities: [String: [Int: Int]] = [:]
  /// Found by contract: the nodes that offer it, in their order.
  var offers = Offers()
  /// Those of the parent's services, also where the child's own stand before them.
  var inheritedOffers = Offers()
  /// What is built together, each after all it depends on; members in the order of construction.
  var components = Groups()

  /// Where each key is defined; made only where a mistake asks for it.
  lazy var placesOfKeys: [String: SourcePlace] = {
    let services = definitions.definitions.map { ($0.key, $0.place) }
    let aliases = definitions.aliases.map { ($0.key, $0.provenance.place) }
    return Dictionary(services + aliases, uniquingKeysWith: { first, _ in first })
  }()

  /// What the hints of all mistakes may cost together.
  let hints: HintBudget

  private var told: [(diagnostic: Diagnostic, requester: Int?)] = []

  init(
    definitions: DefinitionSet, catalog: FactoryCatalog, parent: Plan?, hints: HintBudget
  ) {
    self.definitions = definitions
    self.parent = parent
    self.catalog = catalog
    self.hints = hints
    self.aliases = Dictionary(
      definitions.aliases.map { ($0.key, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    self.nodes = definitions.definitions.indices.map { Node(definitions.definitions, $0) }
  }

  /// Keeps a diagnostic; the path of requests to `requester` is added when all edges are known.
  mutating func tell(_ diagnostic: Diagnostic, requester: Int? = nil) {
    told.append((diagnostic, requester))
  }

  func tellAll(into collector: inout DiagnosticCollector) {
    guard !told.isEmpty else { return }
    let paths = RequestPaths(self, roots: rootNodes)
    var causes: Set<Cause> = []
    // A long chain with a mistake in every link must not cost its length squared.
    var remainingSteps = 100_000
    for (diagnostic, requester) in told {
      if let cause = Cause(diagnostic), !causes.insert(cause).inserted { continue }
      var diagnostic = diagnostic
      if let requester, let last = diagnostic.requestedBy.last {
        let path = paths.path(to: requester, limit: remainingSteps)
        remainingSteps -= path.count
        diagnostic.requestedBy = path.count > 1 ? path + [last] : []
      } else {
        // A path of its last step alone says nothing.
        diagnostic.requestedBy = []
      }
      collector.add(diagnostic)
    }
  }

  /// What a reference to a key gives: the outermost decorator of its service.
  func target(ofKey key: String) -> Int? {
    if case .service(let index) = meanings[key] { outermost(of: index) } else { nil }
  }

  /// What makes two mistakes one: several services may inherit it from the same text.
  private struct Cause: Hashable {
    let code: DiagnosticCode
    let place: SourcePlace
    let fixIts: [Diagnostic.FixIt]

    private static let codes: Set<DiagnosticCode> = [
      .unknownType, .unknownScope, .unknownArgument, .unknownService, .removedService, .unknownTag,
      .argumentType, .argumentKind, .missingArgument, .decoratorTarget, .contractNotProvided,
    ]

    /// Nil for what has a cause in each service that it is told of.
    init?(_ diagnostic: Diagnostic) {
      guard Self.codes.contains(diagnostic.code), let place = diagnostic.labels.first?.place else {
        return nil
      }
      (code, self.place, fixIts) = (diagnostic.code, place, diagnostic.fixIts)
    }
  }

  /// What the program asks for, as far as the configuration says it.
  var rootNodes: [Int] {
    definitions.roots.compactMap { target(ofKey: $0.text) }
  }
}

extension PlanDraft {
  /// The service that a node is a part of: itself, but for those that stand inline.
  func owner(of node: Int) -> Int {
    var index = node
    while let owner = nodes[index].owner { index = owner }
    return index
  }

  /// What a reference to a service gives: itself, or its outermost decorator.
  func outermost(of node: Int) -> Int { nodes[node].outermost ?? node }

  /// What a decorator decorates in the end; nil where that was told about.
  func original(of decorator: Int) -> Int? {
    var index = decorator
    while nodes[index].isDecorator {
      guard let inner = nodes[index].inner else { return nil }
      index = inner
    }
    return index
  }

  func edges(of node: Int) -> ArraySlice<Edge> { edges[nodes[node].edges] }

  /// The name of the parameter or property that an edge of a node is given to.
  func name(of edge: Edge, in node: Int) -> String {
    // Only what has a factory has edges.
    nodes[node].entry.map { edge.name(in: $0) } ?? ""
  }

  /// Whether what a node says may be said of other services too.
  func sharesText(_ node: Int) -> Bool {
    var index: Int? = node
    while let current = index {
      if nodes[current].definition.sharesText { return true }
      index = nodes[current].owner
    }
    return false
  }

  /// What a key stands for.
  enum Meaning {
    /// A service; the index is that of its own definition, behind its decorators.
    case service(Int)
    /// A decorator: no target of a reference.
    case decorator(Int)
    /// Something that was told about already.
    case faulty
  }

  /// One service to be.
  ///
  /// A class, as the passes fill it in place: a definition is large, and to copy it for each pass
  /// costs more than the passes themselves.
  final class Node {
    // An index among those of the draft, so that no definition is held twice.
    private let definitions: [Definition]
    private let index: Int
    let key: String
    let isDecorator: Bool
    /// Nil where the type was told about.
    var entry: CatalogEntry?
    var scope: Scope = .singleton
    /// One for each parameter of the factory, once bound.
    var arguments: [BoundArgument] = []
    /// The properties that are set, by their index in the factory.
    var properties: [(index: Int, argument: BoundArgument)] = []
    /// Where its needs stand among the draft's edges: those of its properties, then those of its
    /// arguments.
    var edges = 0..<0
    /// For a decorator: the node that stands before it.
    var inner: Int?
    /// For a decorated service: its outermost decorator.
    var outermost: Int?
    /// For a service of the parent: which one.
    let inherited: Inherited?
    /// The scope that it lives in, or keeps something of through transients.
    var boundTo: String?
    /// For an inline service: the node that it is built with.
    let owner: Int?
    /// Whether something about it was told, so that it cannot be built anyway.
    var isFaulty: Bool

    init(_ definitions: [Definition], _ index: Int) {
      (self.definitions, self.index, owner, inherited) = (definitions, index, nil, nil)
      (key, isDecorator) = (definitions[index].key, definitions[index].isDecorator)
      isFaulty = definitions[index].isFaulty
    }

    /// A node of an inline service.
    init(_ definition: Definition, owner: Int) {
      (definitions, index, self.owner, inherited) = ([definition], 0, owner, nil)
      (key, isDecorator) = (definition.key, definition.isDecorator)
      isFaulty = definition.isFaulty
    }

    init(_ definition: Definition, _ inherited: Inherited, _ entry: CatalogEntry) {
      (definitions, index, owner, self.inherited) = ([definition], 0, nil, inherited)
      (key, isDecorator) = (definition.key, definition.isDecorator)
      self.entry = entry
      self.isFaulty = false
      scope = inherited.scope
      boundTo = inherited.boundTo
    }

    /// Borrowed: a getter would copy the whole for one of its parts.
    var definition: Definition { _read { yield definitions[index] } }

    /// For a service of the parent: the scope of the parent that keeps it.
    var inheritedScope: String? { inherited?.isScoped == true ? boundTo : nil }

    /// Whether others can have it before its properties are set: a class has an identity, and what
    /// is kept is the same for all. An unknown type may be one.
    var canBeHandedOutFirst: Bool { scope != .transient && entry?.makesClass ?? true }
  }
}
