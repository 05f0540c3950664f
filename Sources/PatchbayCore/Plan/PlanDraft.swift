import PatchbayDiagnostics

/// The plan while it is made: one node per definition, completed by the passes.
struct PlanDraft {
  private(set) var definitions: DefinitionSet
  let catalog: FactoryCatalog
  /// For a child, the plan whose services back the keys that it does not define itself.
  let parent: Plan?

  /// The enabled definitions in order; then the parent's services, and the inline ones, which are
  /// added while arguments are bound.
  var nodes: [PlannedService]
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
  var members: [String: [TagMember]] = [:]
  /// The nodes that offer each contract, in order.
  var offers = Offers()
  /// Those of the parent's services, even if the child's own hide them.
  var inheritedOffers = Offers()
  /// The keys of the disabled services, also the parent's, with the places of `enabled`. They have no meaning and no
  /// nodes: what they need is checked where they are enabled.
  var disabled: [String: SourcePlace] = [:]
  /// The services that are built together, each group after all it depends on; members in the order
  /// of construction.
  var components = Groups()
  /// The decoded numbers and durations by their texts: many services have the same, such as a time limit,
  /// and share one box.
  var (integers, durations): ([ExactText: AnyBox], [ExactText: AnyBox]) = ([:], [:])

  /// The unknown parts of values and what reads them; empty if variables are looked at.
  var unknownUses: [UnknownUse] = []
  /// The values that only types of the program could check.
  var unchecked: [Unchecked] = []

  /// What tags, types and transients multiply.
  var expansion: ExpansionBudget
  /// The factory that was found last: services of one type are often adjacent.
  var lastEntry: CatalogEntry?

  /// The similar names of the tags that no service has.
  var namesNearTags: [ExactText: [String]] = [:]
  /// The largest number of names that are compared with all others where no error is reported otherwise.
  static var mostCompared: Int { 100 }

  private var reported: [(diagnostic: Diagnostic, requester: Int?, advice: Advice?)] = []

  /// Adds to a diagnostic what only the whole plan can tell.
  typealias Advice = Reports<PlanDraft>.Advice

  init(definitions: borrowing DefinitionSet, catalog: FactoryCatalog, parent: Plan?) {
    self.definitions = copy definitions
    self.parent = parent
    self.catalog = catalog
    expansion = definitions.expansion
    self.aliases = Dictionary(first: definitions.aliases.map { ($0.key, $0) })
    let all = definitions.definitions
    nodes = []
    nodes.reserveCapacity(all.count + (parent?.wiring.services.count ?? 0))
    for index in all.indices {
      guard let flag = all[index].disabledPlace else {
        nodes.append(PlannedService(all, index))
        continue
      }
      if all[index].isDecorator {
        // No request can ask for it where it is enabled, either.
        meanings[all[index].key] = .decorator(index)
      } else {
        disabled[all[index].key] = flag.extended(overKey: "enabled")
      }
    }
  }

  /// Records a diagnostic; the path of requests to `requester`, and advice, are added when all passes are
  /// over.
  mutating func report(_ diagnostic: Diagnostic, requester: Int? = nil, advice: Advice? = nil) {
    reported.append((diagnostic, requester, advice))
  }

  /// Counts parts that a file multiplies; returns `false` beyond the limit, which is reported once.
  mutating func canExpand(
    by parts: Int, at place: SourcePlace, _ what: (Self) -> String
  ) -> Bool {
    if expansion.count(parts) { return true }
    if let error = expansion.error(what(self), at: place) { report(error) }
    return false
  }

  /// Drops what only the passes read, when all of them are over.
  mutating func seal() {
    for node in nodes { node.seal() }
    definitions.definitions = []
  }

  /// Runs all passes, and reports what they found.
  ///
  /// Each pass documents what later ones may rely on. A pass continues with the valid nodes: a node
  /// whose error was reported is marked faulty and never reported again.
  ///
  /// A pass is a rule with its messages at the end of the file. A diagnostic has a place, a fact, what is declared or
  /// allowed, and at most one fix: a similar name, the only candidate, or an edit that is certain. What a person may
  /// know from another tool is a sentence on the page of the code.
  mutating func check(into collector: inout DiagnosticCollector) {
    nameServices()
    joinFactories()
    stackDecorators()
    assignScopes()
    collectTags()
    narrowContracts()
    bindArguments()
    checkDecorators()
    checkListedKeys()
    checkRequests()
    checkLifetimes()
    checkDropped()
    findCycles()
    findCaptives()
    orderStarts()
    determineAssembly()
    reportAll(into: &collector)
    guard !collector.hasErrors else { return }
    warnOfSimilarKeys(into: &collector)
    Plan.reportLeftovers(of: self, into: &collector)
  }

  func reportAll(into collector: inout DiagnosticCollector) {
    guard !reported.isEmpty else { return }
    let paths = RequestPaths(nodes, edges, roots: rootNodes)
    var causes: Set<Cause> = []
    // A long chain with an error in every link must not cost its length squared.
    var remainingSteps = 100_000
    var reports = Reports<PlanDraft>()
    for (diagnostic, requester, advice) in reported {
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
      reports.add(diagnostic, advice: advice)
    }
    collector.add(typed: reports.advised(by: self))
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
    // They name the factory, of which two may give different advice.
    let notes: [String]

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
      (code, self.place, notes) = (diagnostic.code, place, diagnostic.notes)
    }
  }

  /// The roots that the configuration declares.
  var rootNodes: [Int] {
    definitions.roots.compactMap { target(ofKey: $0.text) }
  }
}

extension PlanDraft {
  /// Returns a node, then the one that it is an inline argument of, and so on.
  func owners(of node: Int) -> UnfoldFirstSequence<Int> {
    sequence(first: node) { [nodes] in nodes[$0].owner }
  }

  /// Returns the service that a node is a part of: the node itself, unless it is inline.
  func owner(of node: Int) -> Int {
    var node = node
    while let owner = nodes[node].owner { node = owner }
    return node
  }

  /// Returns the node that a reference to a service resolves to: itself, or its outermost
  /// decorator.
  func outermost(of node: Int) -> Int { nodes[node].outermost ?? node }

  /// Returns the service at the end of a decorator's targets; nil if an error of it was reported.
  func original(of decorator: Int) -> Int? {
    nodes[decorator].isDecorator ? nodes[decorator].original : decorator
  }

  func edges(of node: Int) -> ArraySlice<Edge> { edges[nodes[node].edges] }

  /// Returns the name of the parameter or property that an edge of a node belongs to.
  func name(of edge: Edge, in node: Int) -> String {
    // Only nodes with a factory have edges.
    nodes[node].knownEntry.map { edge.name(in: $0) } ?? ""
  }

  /// Whether the parameter of an edge may be declared with `.provider` instead, which takes one service
  /// that must be there, and not what a decorator wraps.
  func canBeDeferred(_ edge: Edge, in node: Int) -> Bool {
    guard let entry = nodes[node].knownEntry, !edge.isProperty, edge.source != .inner else {
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
    owners(of: node).contains { nodes[$0].definition.sharesText }
  }
}
