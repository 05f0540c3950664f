import PatchbayDiagnostics

/// A definition joined to its factory, with everything it needs looked up.
///
/// A plan holds one for each service, and a request copies one for each call: so it is small, and what
/// few services have lies in a box.
struct Binding: Sendable {
  /// The key that messages use.
  let key: String
  let place: SourcePlace
  let entry: CatalogEntry
  let arguments: [BoundArgument]
  private let firstEdge: Int32
  private let endOfEdges: Int32
  private let rare: Rare?
  /// The bindings that are only built together share a component, and so a creation gate.
  let component: Int
  let scope: Scope
  /// Whether it reaches itself, through properties.
  let isInCycle: Bool
  /// Whether others get it before its properties are set.
  let isHandedOutFirst: Bool
  /// Whether to build it takes waiting.
  let isAwaited: Bool
  /// Whether it can be made by a ``Producer``, as far as the plan knows.
  let isProducible: Bool
  /// Whether each request gives arguments to its factory.
  let takesArguments: Bool
  let isEager: Bool
  /// Whether the program gave its factory along, and no catalog has it.
  let isGivenByProgram: Bool

  /// What few bindings have.
  private final class Rare: Sendable {
    let inherited: Inherited?
    let boundTo: String?
    let owner: Int?
    let outermost: Int?
    let properties: [BoundProperty]
    let after: [Int]
    let timeouts: Timeouts
    let tags: [String]
    let decorates: String?
    let deprecation: String?

    init(_ node: PlanDraft.Node, _ entry: CatalogEntry, after: [Int]) {
      let definition = node.definition
      inherited = node.inherited
      boundTo = node.boundTo
      owner = node.owner
      outermost = node.outermost
      properties = node.properties.map { (entry.properties[$0.index], $0.argument) }
      self.after = after
      timeouts = definition.timeouts
      tags = definition.tags.map(\.name.text)
      decorates = definition.decorates?.text
      deprecation = definition.deprecated?.text
    }
  }

  init(
    _ node: PlanDraft.Node,
    component: Int,
    isInCycle: Bool,
    isAwaited: Bool,
    isProducible: Bool,
    after: [Int]
  ) {
    key = node.key
    place = node.definition.place
    // A plan is only made where no node is faulty, and then every node has its factory.
    let entry = node.entry!
    self.entry = entry
    // Whatever the parent does with it, nothing is kept here.
    scope = node.inherited == nil ? node.scope : .transient
    arguments = node.arguments
    // No memory holds as many edges as 32 bits can count.
    (firstEdge, endOfEdges) = (Int32(node.edges.lowerBound), Int32(node.edges.upperBound))
    self.component = component
    self.isInCycle = isInCycle
    isHandedOutFirst = isInCycle && node.canBeHandedOutFirst
    self.isAwaited = isAwaited
    self.isProducible = isProducible
    takesArguments = node.arguments.contains {
      if case .runtimeArgument = $0 { true } else { false }
    }
    isEager = node.definition.eager
    isGivenByProgram = node.owner == nil && node.definition.factory != nil
    rare = node.isPlain ? nil : Rare(node, entry, after: after)
  }
}

/// A property that is set once its service is built.
typealias BoundProperty = (property: CatalogEntry.Property, argument: BoundArgument)

extension Binding {
  /// For a service of the parent container: what it is there. It has no instance here, no arguments
  /// and no needs.
  var inherited: Inherited? { rare?.inherited }
  /// The scope that it lives in, or keeps something of through transients.
  var boundTo: String? { rare?.boundTo }
  /// For what stands inline, the binding that it is built with.
  var owner: Int? { rare?.owner }
  /// For a decorated service, its outermost decorator.
  var outermost: Int? { rare?.outermost }
  /// The properties that are set once it is built.
  var properties: [BoundProperty] { rare?.properties ?? [] }
  /// What it starts after, and stops before.
  var after: [Int] { rare?.after ?? [] }
  var timeouts: Timeouts { rare?.timeouts ?? Timeouts() }
  var tags: [String] { rare?.tags ?? [] }
  /// For a decorator, the key that it stands before, as it is written.
  var decorates: String? { rare?.decorates }
  /// What those are told who refer to it.
  var deprecation: String? { rare?.deprecation }

  /// Where its needs stand among those of the plan: those of the properties, then those of the
  /// arguments.
  var edges: Range<Int> { Int(firstEdge)..<Int(endOfEdges) }

  /// Whether its region builds it when it starts.
  var isStarted: Bool {
    let isBuiltAhead = isAwaited || entry.handedIn != nil
    return isEager || entry.start != nil || isBuiltAhead && scope.depth != nil && scope != .weak
  }

  /// Whether nobody else ever has its instances.
  var isFresh: Bool {
    (inherited?.scope ?? scope) == .transient && inherited?.isScoped != true
  }

  /// A need, as each of the contracts under which it is needed.
  func uses(of need: Int) -> [BoundService] {
    (arguments + properties.map(\.argument)).flatMap(\.services).filter { $0.index == need }
  }
}

extension PlanDraft.Node {
  /// Whether its definition says nothing but its type and its arguments, as nearly all do.
  fileprivate var isPlain: Bool {
    inherited == nil && boundTo == nil && owner == nil && outermost == nil && properties.isEmpty
      && definition.tags.isEmpty
      && (!definition.hasRareFields
        || definition.after.isEmpty && definition.timeouts == Timeouts()
          && definition.decorates == nil && definition.deprecated == nil)
  }
}
