import PatchbayDiagnostics

/// The factory calls of one request: for a shared service and its transient dependencies, for
/// several services that are built together, or for a transient.
///
/// All shared services from outside are ready before it begins. It decides which call comes next,
/// and receives the result. Whether a call is awaited is up to its two drivers
/// (`ConstructionRun+Build` and `ConstructionRun+Await`).
struct ConstructionRun: Sendable {
  let container: Container
  /// The store in which shared services are looked up.
  let store: InstanceStore
  /// The construction on whose behalf a factory's handles resolve services while it runs.
  let construction: Construction
  /// The instances found so far, and the requester for the message of a failure: a running
  /// construction, if there is one,
  private(set) var request: Request
  /// and the bindings that need this one.
  let path: [Int]
  /// The context of the handles that its factories receive; nil until one does.
  private var handles: HandleContext?

  /// The members built so far; no other request sees them before all are complete.
  private(set) var products: [Int: Product] = [:]
  /// Members whose properties are set when every member exists.
  private var delayed: [(index: Int, box: AnyBox)] = []
  /// The calls whose arguments are being collected, one for each level of nested transients.
  private(set) var frames: [ArgumentFrame] = []
  /// Whether it begins with the properties of a product that was already handed out.
  private var closesCycle = false
  /// Products shared with the rest of the request before the properties that close a cycle were
  /// set.
  private var sharedEarly: [Int: Product] = [:]

  init(
    container: Container,
    store: InstanceStore,
    construction: Construction,
    request: Request,
    path: [Int] = []
  ) {
    self.container = container
    self.construction = construction
    self.store = store
    self.request = request
    self.path = path
  }

  var wiring: Wiring { container.wiring }

  /// The next call to make.
  enum Call {
    case factory(Binding, [SuppliedArgument])
    case properties(Binding, AnyBox, [SuppliedArgument])
    /// A service of the parent, resolved there.
    case inherited(Binding, ResolutionContext, BoundService)

    var binding: Binding {
      switch self {
      case .factory(let binding, _), .properties(let binding, _, _), .inherited(let binding, _, _):
        binding
      }
    }
  }

  mutating func begin(_ root: ArgumentFrame) {
    frames = [root]
    closesCycle = root.product != nil
  }

  /// Whether a call completes its product: no properties remain to be set in it, nor in those that
  /// were handed out with it.
  func makesWhole(_ call: Call) -> Bool {
    switch call {
    case .factory(let binding, _): binding.properties.isEmpty
    case .properties: frames.count > 1 || !closesCycle
    // The parent has already completed it.
    case .inherited: false
    }
  }

  /// Returns the next call, when all its arguments are complete.
  ///
  /// - Throws: The errors of an override's callback.
  mutating func nextCall() throws(DiagnosticsError) -> Call {
    while true {
      let last = frames.count - 1
      let binding = wiring.bindings[frames[last].service.index]
      if binding.takesHandles, handles == nil {
        handles = HandleContext(container, store, for: construction)
      }
      guard let need = frames[last].advance(of: binding, handles) else {
        if let (parent, service) = container.above(frames[last].service) {
          let context = ResolutionContext(
            parent, parent.currentStore, requester: construction, isInGraph: true)
          return .inherited(binding, context, service)
        }
        let supplied = frames[last].supplied
        return frames[last].product.map { .properties(binding, $0, supplied) }
          ?? .factory(binding, supplied)
      }
      if let box = replacement(of: need) ?? existing(need) {
        frames[last].accept(try overridden(box, need), for: binding)
      } else {
        frames.append(ArgumentFrame(need))
      }
    }
  }

  /// Accepts the result of the last call.
  ///
  /// - Returns: The product of the first call, when it is complete.
  mutating func accept(_ box: AnyBox) throws(DiagnosticsError) -> AnyBox? {
    let last = frames.count - 1
    let service = frames[last].service
    let binding = wiring.bindings[service.index]
    let hasMoreToSet = frames[last].product == nil && !binding.properties.isEmpty
    if hasMoreToSet, !binding.isHandedOutFirst {
      frames[last] = ArgumentFrame(propertiesOf: service, on: box)
      return nil
    }
    let made = box
    let box = sharedWithinRequest(
      service.index, made, isWhole: !hasMoreToSet && !closesCycle && delayed.isEmpty)
    if hasMoreToSet, box === made { delayed.append((service.index, box)) }
    frames.removeLast()
    guard !frames.isEmpty else { return box }
    // The parent resolved the contract itself, because it may have overrides of the service.
    let isSeenAsSuch = service.contract == 0 || binding.inherited != nil
    let view = isSeenAsSuch ? box : binding.entry.contracts[service.contract].view(box)
    let dependent = wiring.bindings[frames[last - 1].service.index]
    frames[last - 1].accept(try overridden(view, service), for: dependent)
    return nil
  }

  /// Adds a shared member that was built.
  mutating func add(_ index: Int, _ box: AnyBox) {
    products[index] = Product(box, wiring.bindings[index].entry)
  }

  /// Returns the next injection of properties that close a cycle; nil when all are set.
  mutating func nextDelayed() -> ArgumentFrame? {
    // Only class instances are handed out early, and so the setters change the shared instance.
    delayed.popLast().map { index, box in
      ArgumentFrame(propertiesOf: BoundService(index: index, contract: 0), on: box)
    }
  }

  /// Returns a shared service that is ready, or was built by this run.
  private mutating func existing(_ need: BoundService) -> AnyBox? {
    if wiring.bindings[need.index].scope == .graph {
      return construction.graph?.product(need.index, in: wiring)?[need.contract]
    }
    return products[need.index]?[need.contract] ?? request.instance(need, in: store)
  }

  /// Returns an override's replacement of a service, so that the service itself is not needed.
  private func replacement(of need: BoundService) -> AnyBox? {
    request.overrides?.stack(for: need)?.replacement
  }

  /// Returns the overrides' result for a service.
  private func overridden(_ box: AnyBox, _ need: BoundService) throws(DiagnosticsError) -> AnyBox {
    guard let stack = request.overrides?.stack(for: need) else { return box }
    let binding = wiring.bindings[need.index]
    return try stack.applied(to: box, wiring.secrets) {
      requests + [.init(binding.key, binding.place)]
    }
  }

  /// Shares a `graph` service within its request.
  ///
  /// - Returns: The instance to use.
  private mutating func sharedWithinRequest(_ index: Int, _ box: AnyBox, isWhole: Bool) -> AnyBox {
    let binding = wiring.bindings[index]
    guard binding.scope == .graph, let graph = construction.graph else { return box }
    let product = Product(box, binding.entry)
    let shared = graph.share(index, product, in: wiring)
    if !isWhole, shared.box === box { sharedEarly[index] = product }
    return shared.box
  }

  /// Removes the incomplete products that a failed request has shared: the requesting factory may
  /// try again.
  func takeBackHalfBuilt() {
    if !sharedEarly.isEmpty { construction.graph?.remove(sharedEarly, of: wiring) }
  }

  /// The requesters of the current service, outermost first: running constructions, then the
  /// bindings.
  var requests: [Diagnostic.ResolutionStep] {
    let bindings = (path + frames.map(\.service.index)).map { wiring.bindings[$0] }
    let children = request.children.flatMap { wiring, path in
      path.map { wiring.bindings[$0.index] }
    }
    return request.requester.steps(to: (children + bindings).map { .init($0.key, $0.place) })
  }

  /// Returns the error that the caller receives for one that a call threw.
  func failure(_ binding: Binding, _ error: any Error) -> DiagnosticsError {
    binding.factoryFailed(error, in: container.plan, path: requests)
  }

  /// Throws if a service must not be built in a test.
  func refuseLive(_ binding: Binding) throws(DiagnosticsError) {
    if binding.entry.isLive, container.isForTesting { throw binding.liveService(path: requests) }
  }
}
