import PatchbayDiagnostics

/// A definition bound to its factory, with every reference looked up.
///
/// A class, because a request reads it in many places, and a copy would count each of its references.
final class Binding: Sendable {
  /// The key that messages use.
  let key: String
  let place: SourcePlace
  let entry: CatalogEntry
  /// The arguments of its factory, one for each parameter.
  let arguments: BoundArguments
  private let rare: Rare?
  /// For a service of the parent container, its data there. It has no instance, no arguments and no
  /// dependencies here.
  let inherited: Inherited?
  // From here in an order without gaps, as a plan has one for each service.
  private let firstEdge: Int32
  private let endOfEdges: Int32
  private let group: Int32
  let scope: Scope
  private let traits: Traits

  private struct Traits: OptionSet {
    let rawValue: UInt8
    static let isEager = Traits(rawValue: 1)
    static let isGivenByProgram = Traits(rawValue: 2)
    static let isInCycle = Traits(rawValue: 4)
    static let isAwaited = Traits(rawValue: 8)
    static let isProducible = Traits(rawValue: 16)
    static let takesHandles = Traits(rawValue: 32)
    static let isPlain = Traits(rawValue: 64)
    static let isOneCall = Traits(rawValue: 128)
  }

  /// The fields that few bindings have.
  final class Rare: Sendable {
    let boundTo: String?
    let owner: Int?
    let outermost: Int?
    let original: Int?
    let properties: [BoundProperty]
    let after: [Int]
    let timeouts: Timeouts
    let retry: Retry
    let tags: [String]
    let decorates: String?
    let deprecation: String?

    init(
      _ node: PlanDraft.Node, _ entry: CatalogEntry, after: [Int], original: Int?
    ) {
      boundTo = node.boundTo
      owner = node.owner
      outermost = node.outermost
      properties = node.properties.map { (entry.properties[$0.index], $0.argument) }
      self.after = after
      self.original = original
      tags = node.definition.tags.map(\.name.text)
      guard node.definition.hasRareFields else {
        (timeouts, retry, decorates, deprecation) = (Timeouts(), Retry(), nil, nil)
        return
      }
      let definition = node.definition
      timeouts = definition.timeouts
      retry = definition.retry
      decorates = definition.decorates?.text
      deprecation = definition.deprecated?.text
    }
  }

  init(
    _ node: PlanDraft.Node,
    _ arguments: BoundArguments,
    component: Int,
    isInCycle: Bool,
    after: [Int],
    original: Int? = nil
  ) {
    key = node.key
    place = node.place
    inherited = node.inherited
    // A plan is only made if no node is faulty, and then every node has its factory.
    let entry = node.entry!
    self.entry = entry
    // Whatever its scope in the parent, nothing is kept here.
    scope = node.inherited == nil ? node.scope : .transient
    self.arguments = arguments
    // No memory holds as many edges, or services, as 32 bits can count.
    (firstEdge, endOfEdges) = (Int32(node.edges.lowerBound), Int32(node.edges.upperBound))
    group = Int32(component)
    var traits: Traits = node.definition.eager ? .isEager : []
    if node.owner == nil, node.definition.factory != nil { traits.insert(.isGivenByProgram) }
    if isInCycle { traits.insert(.isInCycle) }
    if node.isAwaited { traits.insert(.isAwaited) }
    if node.isProducible { traits.insert(.isProducible) }
    for argument in arguments {
      switch argument {
      case .value, .absent, .service, .services, .runtimeArgument: break
      case .deferred, .resolver: traits.insert(.takesHandles)
      }
    }
    if node.properties.isEmpty, node.inherited == nil, scope != .graph {
      traits.insert(.isPlain)
      if !node.isAwaited, !isInCycle, scope != .weak, !traits.contains(.takesHandles) {
        traits.insert(.isOneCall)
      }
    }
    for property in node.properties {
      switch property.argument {
      case .deferred, .resolver: traits.insert(.takesHandles)
      case .value, .absent, .service, .services, .runtimeArgument: break
      }
    }
    self.traits = traits
    rare = node.makesPlainBinding ? nil : Rare(node, entry, after: after, original: original)
  }
}

/// A property that is set after its service was built.
typealias BoundProperty = (property: CatalogEntry.Property, argument: BoundArgument)

extension Binding {
  /// The scope that it lives in, or that it keeps a service of through transients.
  var boundTo: String? { inherited?.boundTo ?? rare?.boundTo }
  /// For an inline service, the binding that it is an argument of.
  var owner: Int? { rare?.owner }
  /// For a decorated service, its outermost decorator.
  var outermost: Int? { rare?.outermost }
  /// For the outermost decorator, the decorated service.
  var original: Int? { rare?.original }
  /// The properties that are set after it was built.
  var properties: [BoundProperty] { rare?.properties ?? [] }
  /// The services that it starts after, and stops before.
  var after: [Int] { rare?.after ?? [] }
  var timeouts: Timeouts { rare?.timeouts ?? Timeouts() }
  var retry: Retry { rare?.retry ?? Retry() }
  var tags: [String] { rare?.tags ?? [] }
  /// For a decorator, the key that it decorates, as it is written.
  var decorates: String? { rare?.decorates }
  /// The deprecation message for those who refer to it.
  var deprecation: String? { rare?.deprecation }

  /// Returns a product as one of the factory's contracts.
  func view(_ box: AnyBox, as contract: Int) -> AnyBox {
    contract == 0 ? box : entry.contracts[contract].view(box)
  }

  /// Whether it depends on itself, through properties.
  var isInCycle: Bool { traits.contains(.isInCycle) }
  /// Whether building it requires `await`.
  var isAwaited: Bool { traits.contains(.isAwaited) }
  /// Whether a ``Producer`` can make it, as far as the plan knows.
  var isProducible: Bool { traits.contains(.isProducible) }
  /// Whether its factory or a property of it receives a handle: a `Lazy`, a `Provider`, a `Resolver`.
  var takesHandles: Bool { traits.contains(.takesHandles) }
  var isEager: Bool { traits.contains(.isEager) }
  /// Whether the program passed its factory itself, instead of a catalog.
  var isGivenByProgram: Bool { traits.contains(.isGivenByProgram) }

  /// The group of bindings that can only be built together, by one construction.
  var component: Int { Int(group) }

  /// The range of its dependencies among the plan's edges: those of the properties, then those of
  /// the arguments.
  var edges: Range<Int> { Int(firstEdge)..<Int(endOfEdges) }

  /// Whether its store builds it at the start: a container also what requests would have to await, and a scope
  /// does not, as most requests that open one use little of it.
  var isStarted: Bool {
    if isEager || entry.start != nil || isAwaited && scope == .singleton { return true }
    // The program has the instance, and may use its injected properties without a request.
    return entry.handedIn != nil && scope.depth != nil && scope != .weak
  }

  /// Whether other services receive it before its properties are set.
  var isHandedOutFirst: Bool { isInCycle && scope != .transient && entry.makesClass }

  /// Whether its own factory makes it, without properties to set, and only a store shares it.
  var isPlain: Bool { traits.contains(.isPlain) }
  /// Whether one synchronous call builds it: of values, arguments of the request, and services that exist.
  var isOneCall: Bool { traits.contains(.isOneCall) }

  /// Whether its instances are never shared.
  var isFresh: Bool {
    (inherited?.scope ?? scope) == .transient && inherited?.isScoped != true
  }

  /// Whether no store keeps it, here or in the parent: a `Lazy` of it belongs to the request that made the handle.
  var isPerRequest: Bool { inherited.map { $0.scope.isFresh && !$0.isScoped } ?? scope.isFresh }

  /// Returns a dependency, as each of the contracts under which it is needed.
  func uses(of need: Int) -> [BoundService] {
    (Array(arguments) + properties.map(\.argument)).flatMap(\.services).filter { $0.index == need }
  }
}

extension PlanDraft.Node {
  /// Whether its definition has only a type and arguments, as nearly all do.
  fileprivate var makesPlainBinding: Bool {
    isPlain && definition.tags.isEmpty
      && (!definition.hasRareFields
        || definition.after.isEmpty && definition.timeouts == Timeouts()
          && definition.retry == Retry()
          && definition.decorates == nil && definition.deprecated == nil)
  }
}
