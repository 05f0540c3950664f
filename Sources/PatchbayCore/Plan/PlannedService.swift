import PatchbayDiagnostics

/// One service of a plan: a definition, joined with its factory and with the services that it needs.
///
/// The passes of a ``PlanDraft`` complete it in place, as each of them writes below: `joinFactories` its entry,
/// `bindArguments` its arguments and edges, and so on. ``seal()`` ends that; then it never changes again. A plan
/// of a child has one for each service of its parent, too (``Inherited``).
///
/// A class, because passes and requests read it in many places, and a copy would count each of its references.
// Sent between threads only within a `Plan`, which is made after `seal()`: until then a draft alone has it, and
// one task makes that.
final class PlannedService: @unchecked Sendable {
  /// The key that messages use.
  let key: String
  /// The place of its definition.
  let place: SourcePlace
  /// The factory that its type names; nil if an error of the type was reported.
  var knownEntry: CatalogEntry?
  /// The arguments of its factory, one for each parameter.
  var arguments = BoundArguments()
  /// For a service of the parent container, its data there. It has no instance, no arguments and no
  /// dependencies here.
  let inherited: Inherited?
  private var rare: Rare?
  // With an index into the draft's definitions, so that no definition is stored twice; empty once sealed.
  private var definitions: [Definition]
  /// The index of its definition in the document; 0 for a service that has none there.
  let position: Int
  /// The range of its dependencies among the plan's edges: those of the properties, then those of
  /// the arguments.
  var edges = 0..<0
  /// The group of services that can only be built together, by one construction.
  var component = 0
  var scope: Scope = .singleton
  let isDecorator: Bool
  let isEager: Bool
  /// Whether the program passed its factory itself, instead of a catalog: here, or to the parent.
  let hasOwnFactory: Bool
  /// Whether an error of it was reported, so that it cannot be built.
  var isFaulty: Bool
  // From here by `determineAssembly`.
  /// Whether it depends on itself, through properties.
  var isInCycle = false
  /// Whether building it requires `await`: by itself, by services that are built together with it, or
  /// by services that are built anew for it. Kept services are ready before, and count for
  /// themselves.
  var isAwaited = false
  /// Whether a ``Producer`` can make it, as far as the plan knows: a transient that takes only values,
  /// singletons, and other such transients.
  var isProducible = false
  /// Whether its factory or a property of it receives a handle: a `Lazy`, a `Provider`, a `Resolver`, a
  /// `ReadinessProbe`.
  var takesHandles = false
  var form = Form.assembled

  /// What an instance is made by.
  enum Form {
    /// By its parent, or with properties to set, or shared by the services of one request.
    case assembled
    /// By its factory alone.
    case factory
    /// By one synchronous call of its factory: of values, arguments of the request, and services that exist.
    case oneCall
  }

  /// Creates a service of a definition among all; for an inline one, `owner` has it as an argument.
  init(_ definitions: [Definition], _ index: Int, owner: Int? = nil) {
    (self.definitions, position) = (definitions, index)
    (key, place) = (definitions[index].key, definitions[index].place)
    (isDecorator, isEager) = (definitions[index].isDecorator, definitions[index].eager)
    hasOwnFactory = owner == nil && definitions[index].factory != nil
    isFaulty = definitions[index].isFaulty
    inherited = nil
    // Asked here, as an argument would be a copy of the definition.
    if owner != nil || !definitions[index].tags.isEmpty || definitions[index].hasRareFields {
      rare = Rare(definitions[index], owner: owner)
    }
  }

  /// Creates a service that the parent builds.
  ///
  /// - Parameters:
  ///   - index: The index in the parent's plan.
  ///   - key: The key under which the child sees it.
  ///   - services: The services of the parent's plan.
  init(inheriting index: Int, as key: String, from services: [PlannedService]) {
    let (original, inherited) = (services[index], Inherited(index, services))
    (self.key, place, self.inherited) = (key, original.place, inherited)
    (definitions, position) = (Self.noDefinition, 0)
    (isDecorator, isEager, isFaulty) = (false, false, false)
    hasOwnFactory = original.hasOwnFactory
    scope = inherited.scope
    knownEntry = original.entry
    // What the parent keeps is ready once it has started.
    isAwaited = original.isAwaited && original.scope.depth == nil
  }

  /// The definition of a parent's service, whose own the plan of the parent has not kept.
  private static let noDefinition = [
    Definition(key: "", provenance: Provenance(Origin(place: .file(""), layer: 0)))
  ]

  /// Drops what only the passes read, when all of them are over.
  func seal() {
    definitions = []
    // Whatever its scope in the parent, nothing is kept here.
    if inherited != nil { scope = .transient }
  }

  /// What few services have.
  private final class Rare {
    var properties: [BoundProperty] = []
    var (owner, inner, original, outermost): (Int?, Int?, Int?, Int?)
    var boundTo: String?
    var after: [Int] = []
    var timeouts = Timeouts()
    var retry = Retry()
    var ends = RunEnding.stop
    var tags: [String] = []
    var decorates: String?
    var deprecation: String?

    init() {}

    init(_ definition: Definition, owner: Int?) {
      self.owner = owner
      tags = definition.tags.map(\.name.text)
      guard definition.hasRareFields else { return }
      timeouts = definition.timeouts
      retry = definition.retry
      ends = definition.ends ?? .stop
      decorates = definition.decorates?.text
      deprecation = definition.deprecated?.text
    }
  }

  private func change(_ edit: (Rare) -> Void) {
    let rare = rare ?? Rare()
    edit(rare)
    self.rare = rare
  }
}

// What the passes read and write.
extension PlannedService {
  /// Empty for a service of the parent; there is none once the plan is made.
  ///
  /// Borrowed: a getter would copy the whole definition to read one field.
  var definition: Definition { _read { yield definitions[position] } }

  /// The service on a path of requests.
  var step: Diagnostic.ResolutionStep { .init(key, place) }
  /// The name of its type, and where it is written; for a service of the parent, its definition.
  var typeName: Located? {
    guard inherited != nil, let knownEntry else { return definition.type }
    return Located(knownEntry.name, Provenance(Origin(place: place, layer: 0)))
  }

  /// For a decorator: the service that it wraps.
  var inner: Int? { rare?.inner }

  /// For a decorator: the service that it decorates, below all others.
  var original: Int? { rare?.original }

  /// Sets what a decorator wraps.
  func wrap(_ inner: Int, of original: Int) {
    change { ($0.inner, $0.original) = (inner, original) }
  }

  /// For a service of the parent: the scope of the parent that keeps it.
  var inheritedScope: String? { inherited?.isScoped == true ? boundTo : nil }

  /// Whether its container, and not that of a parent, starts or runs it.
  var isEntryPoint: Bool { inherited == nil && knownEntry?.isEntryPoint == true }

  /// Whether others can receive it before its properties are set: a class has an identity, and a
  /// kept instance is the same for all. An unknown type may be one.
  var canBeHandedOutFirst: Bool { scope != .transient && knownEntry?.makesClass ?? true }
}

/// A property that is set after its service was built.
typealias BoundProperty = (property: CatalogEntry.Property, argument: BoundArgument)

// What the passes write, and requests read.
extension PlannedService {
  /// Its factory. A plan is only made if no service is faulty, and then each has one.
  var entry: CatalogEntry { knownEntry! }

  /// The properties that are set after it was built.
  var properties: [BoundProperty] {
    get { rare?.properties ?? [] }
    set { if rare != nil || !newValue.isEmpty { change { $0.properties = newValue } } }
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

  /// The services that it starts after, and stops before.
  var after: [Int] {
    get { rare?.after ?? [] }
    set { change { $0.after = newValue } }
  }

  /// For an inline service, the service that it is an argument of.
  var owner: Int? { rare?.owner }
  var timeouts: Timeouts { rare?.timeouts ?? Timeouts() }
  var retry: Retry { rare?.retry ?? Retry() }
  var ends: RunEnding { rare?.ends ?? .stop }
  var tags: [String] { rare?.tags ?? [] }
  /// For a decorator, the key that it decorates, as it is written.
  var decorates: String? { rare?.decorates }
  /// The deprecation message for those who refer to it.
  var deprecation: String? { rare?.deprecation }
}

// What follows from it for requests.
extension PlannedService {
  /// Returns a product as one of the factory's contracts.
  func view(_ box: AnyBox, as contract: Int) -> AnyBox {
    contract == 0 ? box : entry.contracts[contract].view(box)
  }

  /// Whether its store builds it at the start: a container also what requests would have to await, and a scope
  /// does not, as most requests that open one use little of it.
  var isStarted: Bool {
    if isEager || entry.isEntryPoint { return true }
    if isAwaited, scope == .singleton { return true }
    // The program has the instance, and may use its injected properties without a request.
    return entry.handedIn != nil && scope.isPermanent
  }

  /// Whether other services receive it before its properties are set.
  var isHandedOutFirst: Bool { isInCycle && scope != .transient && entry.makesClass }

  /// Whether its instances are never shared.
  var isTransient: Bool { lifetime == .transient }

  /// Whether no store keeps it, here or in the parent: a `Lazy` of it belongs to the request that made the handle.
  var isPerRequest: Bool { lifetime?.isPerRequest ?? false }
  /// The scope, here or in the parent; nil if a scope of the parent keeps it.
  private var lifetime: Scope? {
    if let inherited { inherited.isScoped ? nil : inherited.scope } else { scope }
  }

  /// The scope that a parent's service has there; nil for the container's own.
  var inheritedScopeName: String? {
    inherited.map { $0.isScoped ? boundTo ?? "" : $0.scope.name(in: []) }
  }

  /// Returns a dependency, as each of the contracts under which it is needed.
  func uses(of need: Int) -> [BoundService] {
    (Array(arguments) + properties.map(\.argument)).flatMap(\.services).filter { $0.index == need }
  }
}
