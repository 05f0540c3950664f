import PatchbayDiagnostics

/// The plan while it is made: one node per definition, completed by the passes.
struct PlanDraft {
  private(set) var definitions: DefinitionSet
  let catalog: FactoryCatalog
  /// For a child, the plan whose services back the keys that it does not define itself.
  let parent: Plan?

  /// The enabled definitions in order; then the parent's services, and the inline ones, which are
  /// added while arguments are bound.
  var nodes: [Node]
  /// The dependencies of all nodes, in one array: one per node would be an allocation per service.
  var edges: [Edge] = []
  /// The arguments of all nodes, in one array as well.
  var arguments: [BoundArgument] = []
  /// The aliases by their keys.
  let aliases: [String: Alias]
  /// The meaning of each key of the configuration.
  var meanings = KeyMeanings()
  /// The nodes of the parent's services by their index there; nil for a service whose key the child
  /// defines itself, and for a decorator.
  var inheritedNodes: [Int?] = []
  /// The members of each tag, in the order in which `!tagged` passes them.
  var members: [String: [Int]] = [:]
  /// The priorities of a tag's members, by their nodes.
  var priorities: [String: [Int: Int]] = [:]
  /// The nodes that offer each contract, in order.
  var offers = Offers()
  /// Those of the parent's services, even if the child's own hide them.
  var inheritedOffers = Offers()
  /// The indices of the disabled definitions, which have no nodes: what they need is checked where they
  /// are enabled.
  let disabledDefinitions: [Int]
  /// The disabled entries: those of `disabledDefinitions`, then the parent's.
  var disabled: [DisabledEntry]
  /// The services that are built together, each group after all it depends on; members in the order
  /// of construction.
  var components = Groups()
  /// The decoded numbers and durations by their texts: many services have the same, such as a time limit,
  /// and share one box.
  var (integers, durations): ([ExactText: AnyBox], [ExactText: AnyBox]) = ([:], [:])

  /// The place where each key is defined; computed only for an error message.
  lazy var placesOfKeys: [String: SourcePlace] = {
    let services = definitions.definitions.map { ($0.key, $0.place) }
    let aliases = definitions.aliases.map { ($0.key, $0.provenance.place) }
    return Dictionary(first: services + aliases)
  }()

  /// The unknown parts of values and what reads them; empty if variables are looked at.
  var unknownUses: [UnknownUse] = []
  /// The values that only types of the program could check.
  var unchecked: [Unchecked] = []

  /// The shared budget of all errors' suggestions.
  let hints: HintBudget
  /// What tags, types and transients multiply.
  var expansion: ExpansionBudget
  /// The names of types by their contracts; empty unless a type is unknown.
  var typeNamesByContract: [String: [String]] = [:]

  private var reported: [(diagnostic: Diagnostic, requester: Int?)] = []

  init(
    definitions: borrowing DefinitionSet, catalog: FactoryCatalog, parent: Plan?, hints: HintBudget
  ) {
    self.definitions = copy definitions
    self.parent = parent
    self.catalog = catalog
    self.hints = hints
    expansion = definitions.expansion
    self.aliases = Dictionary(first: definitions.aliases.map { ($0.key, $0) })
    let all = definitions.definitions
    disabledDefinitions = all.indices.filter { !all[$0].isEnabled }
    disabled = disabledDefinitions.map { DisabledEntry(all[$0]) }
    nodes = []
    nodes.reserveCapacity(
      all.count - disabledDefinitions.count + (parent?.wiring.bindings.count ?? 0))
    for index in all.indices where all[index].isEnabled { nodes.append(Node(all, index)) }
  }

  /// Records a diagnostic; the path of requests to `requester` is added when all edges are known.
  mutating func report(_ diagnostic: Diagnostic, requester: Int? = nil) {
    reported.append((diagnostic, requester))
  }

  /// Counts parts that a file multiplies; returns `false` beyond the limit, which is reported once.
  mutating func canExpand(
    by parts: Int, at place: SourcePlace, _ what: (Self) -> String
  ) -> Bool {
    if expansion.count(parts) { return true }
    if let error = expansion.error(what(self), at: place) { report(error) }
    return false
  }

  /// Removes the nodes and the definitions, when bindings were made of them.
  mutating func removeNodes() {
    nodes = []
    definitions.definitions = []
  }

  /// Runs all passes, and reports what they found.
  mutating func check(into collector: inout DiagnosticCollector) {
    for pass in planPasses { pass(&self) }
    reportAll(into: &collector)
    guard !collector.hasErrors else { return }
    warnOfSimilarKeys(into: &collector)
    Plan.reportLeftovers(of: self, into: &collector)
  }

  func reportAll(into collector: inout DiagnosticCollector) {
    guard !reported.isEmpty else { return }
    let paths = RequestPaths(self, roots: rootNodes)
    var causes: Set<Cause> = []
    // A long chain with an error in every link must not cost its length squared.
    var remainingSteps = 100_000
    for (diagnostic, requester) in reported {
      if let cause = Cause(diagnostic), !causes.insert(cause).inserted { continue }
      var diagnostic = diagnostic
      if let requester, let last = diagnostic.requestedBy.last {
        let path = paths.path(to: requester, limit: remainingSteps)
        remainingSteps -= path.count
        diagnostic.requestedBy = path.count > 1 ? path + [last] : []
      } else {
        // A path of its last step alone carries no information.
        diagnostic.requestedBy = []
      }
      collector.add(diagnostic)
    }
  }

  /// Returns the node that a reference to a key resolves to: the outermost decorator of its
  /// service.
  func target(ofKey key: String) -> Int? {
    if case .service(let index) = meanings[key] { outermost(of: index) } else { nil }
  }

  /// The identity of an error in a file: several services may inherit it from the same text, such as
  /// a line of a template. A line of Swift may define many services, so its errors are all reported.
  private struct Cause: Hashable {
    let code: DiagnosticCode
    let place: SourcePlace
    let fixIts: [Diagnostic.FixIt]

    private static let codes: Set<DiagnosticCode> = [
      .unknownType, .unknownScope, .unknownArgument, .unknownService, .removedService,
      .disabledService, .unknownTag, .argumentType, .argumentKind, .missingArgument,
      .decoratorTarget, .contractNotProvided,
    ]

    /// Creates the identity of an error; nil for a diagnostic that has a separate cause in each
    /// service.
    init?(_ diagnostic: Diagnostic) {
      guard Self.codes.contains(diagnostic.code), let place = diagnostic.labels.first?.place,
        !place.isSwift
      else { return nil }
      (code, self.place, fixIts) = (diagnostic.code, place, diagnostic.fixIts)
    }
  }

  /// The roots that the configuration declares.
  var rootNodes: [Int] {
    definitions.roots.compactMap { target(ofKey: $0.text) }
  }
}

extension PlanDraft {
  /// Returns the service that a node is a part of: the node itself, unless it is inline.
  func owner(of node: Int) -> Int {
    var index = node
    while let owner = nodes[index].owner { index = owner }
    return index
  }

  /// Returns the node that a reference to a service resolves to: itself, or its outermost
  /// decorator.
  func outermost(of node: Int) -> Int { nodes[node].outermost ?? node }

  /// Returns the service at the end of a decorator's targets; nil if an error of it was reported.
  func original(of decorator: Int) -> Int? {
    nodes[decorator].isDecorator ? nodes[decorator].original : decorator
  }

  /// Returns the decorated service of an outermost decorator; nil for any other node.
  func originalOfOutermost(_ node: Int) -> Int? {
    guard nodes[node].isDecorator, let original = original(of: node),
      nodes[original].outermost == node
    else { return nil }
    return original
  }

  func edges(of node: Int) -> ArraySlice<Edge> { edges[nodes[node].edges] }

  /// Returns the name of the parameter or property that an edge of a node belongs to.
  func name(of edge: Edge, in node: Int) -> String {
    // Only nodes with a factory have edges.
    nodes[node].entry.map { edge.name(in: $0) } ?? ""
  }

  /// Whether the parameter of an edge may be declared with `.provider` instead, which takes one service
  /// that must be there, and not what a decorator wraps.
  func canBeDeferred(_ edge: Edge, in node: Int) -> Bool {
    guard let entry = nodes[node].entry, !edge.isProperty, edge.source != .inner else {
      return false
    }
    let kind = edge.parameter(of: entry).kind
    return kind == .service || kind == .lazyService
  }

  /// Whether a node cannot need a service, because it would need itself: its own entry, or what it
  /// decorates.
  func isOwn(_ service: Int, of node: Int) -> Bool {
    let owner = owner(of: node)
    return service == owner || service == original(of: owner)
  }

  /// Whether a key is that of such a service.
  func isOwn(_ key: String, of node: Int) -> Bool {
    if case .service(let index) = meanings[key] { isOwn(index, of: node) } else { false }
  }

  /// Whether a node's text may also belong to other services.
  func sharesText(_ node: Int) -> Bool {
    var index: Int? = node
    while let current = index {
      if nodes[current].definition.sharesText { return true }
      index = nodes[current].owner
    }
    return false
  }

  /// One service of the draft.
  ///
  /// A class, because the passes modify it in place: a definition is large, and copying it for each
  /// pass costs more than the passes themselves.
  final class Node {
    // With an index into the draft's definitions, so that no definition is stored twice.
    private let definitions: [Definition]
    // In an order without gaps: 96 bytes.
    private let index: Int32
    let isDecorator: Bool
    /// Whether an error of it was reported, so that it cannot be built.
    var isFaulty: Bool
    /// Whether building it requires `await`: by itself, by services that are built together with it, or
    /// by services that are built anew for it. Kept services are ready before, and count for
    /// themselves.
    var isAwaited = false
    /// Whether a ``Producer`` can make it: a transient that takes only values, arguments of requests,
    /// singletons, and other such transients; or a service of a scope that takes these, and others of scopes.
    var isProducible = false
    let key: String
    /// Nil if an error of the type was reported.
    var entry: CatalogEntry?
    var scope: Scope = .singleton
    // No memory holds as many edges as 32 bits can count.
    private var (firstEdge, endOfEdges): (Int32, Int32) = (0, 0)
    private var (firstArgument, endOfArguments): (Int32, Int32) = (0, 0)
    private var rare: Rare?
    /// For a service of the parent: its data there.
    let inherited: Inherited?

    /// What few nodes have.
    private final class Rare {
      var properties: [(index: Int, argument: BoundArgument)] = []
      var inner: Int?
      var original: Int?
      var outermost: Int?
      var boundTo: String?
      var owner: Int?
    }

    init(_ definitions: [Definition], _ index: Int) {
      (self.definitions, self.index) = (definitions, Int32(index))
      (key, isDecorator) = (definitions[index].key, definitions[index].isDecorator)
      isFaulty = definitions[index].isFaulty
      inherited = nil
    }

    /// Creates the node of an inline service.
    init(_ definition: Definition, owner: Int) {
      (definitions, index) = ([definition], 0)
      (key, isDecorator) = (definition.key, definition.isDecorator)
      isFaulty = definition.isFaulty
      inherited = nil
      change { $0.owner = owner }
    }

    /// Creates the node of a service of the parent.
    ///
    /// - Parameters:
    ///   - index: The index in the parent's plan.
    ///   - key: The key under which the child sees it.
    ///   - bindings: The bindings of the parent's plan.
    init(inheriting index: Int, as key: String, from bindings: [Binding]) {
      let inherited = Inherited(index, bindings)
      self.inherited = inherited
      self.key = key
      (definitions, self.index) = (Self.noDefinition, 0)
      (isDecorator, isFaulty) = (false, false)
      scope = inherited.scope
      entry = bindings[index].entry
      // What the parent keeps is ready once it has started.
      isAwaited = bindings[index].isAwaited && bindings[index].scope.depth == nil
    }

    /// The definition of a parent's service, whose own the plan of the parent has not kept.
    private static let noDefinition = [
      Definition(key: "", provenance: Provenance(Origin(place: .file(""), layer: 0)))
    ]

    /// Empty for a service of the parent.
    ///
    /// Borrowed: a getter would copy the whole definition to read one field.
    var definition: Definition { _read { yield definitions[Int(index)] } }

    /// The place of its definition.
    var place: SourcePlace { inherited?.place ?? definition.place }

    /// The name of its type, and where it is written; for a service of the parent, its definition.
    var type: Located? {
      guard let inherited, let entry else { return definition.type }
      return Located(entry.name, Provenance(Origin(place: inherited.place, layer: 0)))
    }

    /// The index of its definition in the document; 0 for a node that has none there.
    var position: Int { Int(index) }

    /// The range of its dependencies among the draft's edges: those of its properties, then those
    /// of its arguments.
    var edges: Range<Int> {
      get { Int(firstEdge)..<Int(endOfEdges) }
      set { (firstEdge, endOfEdges) = (Int32(newValue.lowerBound), Int32(newValue.upperBound)) }
    }

    /// The range of its arguments among the draft's, once bound: one for each parameter of the factory.
    var arguments: Range<Int> {
      get { Int(firstArgument)..<Int(endOfArguments) }
      set {
        (firstArgument, endOfArguments) = (Int32(newValue.lowerBound), Int32(newValue.upperBound))
      }
    }

    /// The properties that are set, by their index in the factory.
    var properties: [(index: Int, argument: BoundArgument)] {
      get { rare?.properties ?? [] }
      set { if rare != nil || !newValue.isEmpty { change { $0.properties = newValue } } }
    }

    /// For a decorator: the node that it wraps.
    var inner: Int? { rare?.inner }

    /// For a decorator: the service that it decorates, below all others.
    var original: Int? { rare?.original }

    /// Sets what a decorator wraps.
    func wrap(_ inner: Int, of original: Int) {
      change { ($0.inner, $0.original) = (inner, original) }
    }

    /// For a decorated service: its outermost decorator.
    var outermost: Int? {
      get { rare?.outermost }
      set { change { $0.outermost = newValue } }
    }

    /// The scope that it lives in, or that it keeps a service of through transients.
    var boundTo: String? {
      get { inherited?.boundTo ?? rare?.boundTo }
      set { change { $0.boundTo = newValue } }
    }

    /// For an inline service: the node that it is an argument of.
    var owner: Int? { rare?.owner }

    /// Whether it has none of the fields that few nodes have.
    var isPlain: Bool { rare == nil }

    private func change(_ edit: (Rare) -> Void) {
      let rare = rare ?? Rare()
      edit(rare)
      self.rare = rare
    }

    /// For a service of the parent: the scope of the parent that keeps it.
    var inheritedScope: String? { inherited?.isScoped == true ? boundTo : nil }

    /// Whether others can receive it before its properties are set: a class has an identity, and a
    /// kept instance is the same for all. An unknown type may be one.
    var canBeHandedOutFirst: Bool { scope != .transient && entry?.makesClass ?? true }
  }
}
