import PatchbayDiagnostics

/// One request's calls of factories: of a shared service and the transients it is given, of several
/// that are built together, or of a transient.
///
/// All shared services that are needed from outside are ready before it begins. It says which call
/// comes next, and is told what came out: whether a call is awaited is the business of its two
/// drivers (`ConstructionRun+Build` and `ConstructionRun+Await`).
struct ConstructionRun: Sendable {
  let container: Container
  /// Where shared services are looked for.
  let store: InstanceStore
  /// On whose behalf the handles that a factory is given are asked, as long as it runs.
  let construction: Construction
  /// What was found before, and who asked, for the message of a failure: a running construction,
  /// where there is one,
  private(set) var request: Request
  /// and the bindings that need this one.
  let path: ArraySlice<DependencyWalk.Step>
  /// What the handles that its factories are given ask from.
  private let context: HandleContext

  /// The members built so far; no other request sees them before all are whole.
  private(set) var products: [Int: Product] = [:]
  /// What must wait until every member is there.
  private var delayed: [(index: Int, box: AnyBox)] = []
  /// The calls that are being put together, as deep as the transients are nested.
  private(set) var frames: [ArgumentFrame] = []
  /// Whether they began with the properties of a product that others have already.
  private var closesCycle = false
  /// What was shared with the rest of the request while properties that close a cycle were not set.
  private var sharedEarly: [Int: Product] = [:]

  init(
    container: Container,
    store: InstanceStore,
    construction: Construction,
    request: Request,
    path: ArraySlice<DependencyWalk.Step> = []
  ) {
    self.container = container
    self.construction = construction
    self.store = store
    self.request = request
    self.path = path
    context = HandleContext(container, store, for: construction)
  }

  var wiring: Wiring { container.wiring }

  /// What has to be called next.
  enum Call {
    case factory(Binding, [SuppliedArgument])
    case properties(Binding, AnyBox, [SuppliedArgument])
    /// A service of the parent, which is asked for it.
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

  /// Whether nothing is left to be set in what a call gives, in the product itself and in those that
  /// were handed out with it.
  func makesWhole(_ call: Call) -> Bool {
    switch call {
    case .factory(let binding, _): binding.properties.isEmpty
    case .properties: frames.count > 1 || !closesCycle
    // The parent has done all that is to be done.
    case .inherited: false
    }
  }

  /// The next call, when everything that it takes is there.
  ///
  /// - Throws: What an override's callback does.
  mutating func nextCall() throws(DiagnosticsError) -> Call {
    while true {
      let last = frames.count - 1
      let binding = wiring.bindings[frames[last].service.index]
      guard let need = frames[last].advance(of: binding, context) else {
        if let (parent, service) = container.above(frames[last].service) {
          let context = ResolutionContext(parent, parent.currentStore, requester: construction)
          return .inherited(binding, context, service)
        }
        let supplied = frames[last].supplied
        return frames[last].product.map { .properties(binding, $0, supplied) }
          ?? .factory(binding, supplied)
      }
      if let box = replacement(of: need) ?? existing(need) {
        frames[last].accept(try overridden(box, need))
      } else {
        frames.append(ArgumentFrame(need))
      }
    }
  }

  /// Takes what the last call gave.
  ///
  /// - Returns: The product that was begun with, when it is whole.
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
    // A parent was asked for the contract itself, as overrides may stand before it there.
    let isSeenAsSuch = service.contract == 0 || binding.inherited != nil
    let view = isSeenAsSuch ? box : binding.entry.contracts[service.contract].view(box)
    frames[last - 1].accept(try overridden(view, service))
    return nil
  }

  /// Keeps a shared member that was built.
  mutating func keep(_ index: Int, _ box: AnyBox) {
    products[index] = Product(box, wiring.bindings[index].entry)
  }

  /// The next setting of properties that close a cycle; nil when all are set.
  mutating func nextDelayed() -> ArgumentFrame? {
    // Only a class is handed out first, and so the setters reach the instance that others have.
    delayed.popLast().map { index, box in
      ArgumentFrame(propertiesOf: BoundService(index: index, contract: 0), on: box)
    }
  }

  /// A shared service that is ready, or was built by this very run.
  private mutating func existing(_ need: BoundService) -> AnyBox? {
    if wiring.bindings[need.index].scope == .graph {
      return construction.graph?.product(need.index)?.boxes[need.contract]
    }
    return (products[need.index] ?? request.product(in: store, need.index))?.boxes[need.contract]
  }

  /// What stands in a service's place, so that the service itself is not needed.
  private func replacement(of need: BoundService) -> AnyBox? {
    request.overrides?.stack(for: need)?.replacement
  }

  /// What is received in place of a service.
  private func overridden(
    _ box: AnyBox,
    _ need: BoundService
  ) throws(DiagnosticsError) -> AnyBox {
    guard let stack = request.overrides?.stack(for: need) else { return box }
    let binding = wiring.bindings[need.index]
    var box = box
    for override in stack.callbacks {
      box = try override.apply(to: box, wiring.secrets) {
        requests + [.init(binding.key, binding.place)]
      }
    }
    return box
  }

  /// Shares a `graph` service with the others that the same request gives it to.
  ///
  /// - Returns: The instance to go on with.
  private mutating func sharedWithinRequest(
    _ index: Int,
    _ box: AnyBox,
    isWhole: Bool
  ) -> AnyBox {
    let binding = wiring.bindings[index]
    guard binding.scope == .graph, let graph = construction.graph else { return box }
    let product = Product(box, binding.entry)
    let shared = graph.share(index, product)
    if !isWhole, shared === product { sharedEarly[index] = product }
    return shared.boxes[0]
  }

  /// Takes back what a request that failed has shared half built: the factory that asked may try again.
  func takeBackHalfBuilt() {
    if !sharedEarly.isEmpty { construction.graph?.remove(sharedEarly) }
  }

  /// Who asked for what is being built, outermost first: running constructions, then the bindings.
  var requests: [Diagnostic.ResolutionStep] {
    let constructions = request.requester.map { $0.requesters + [$0] } ?? []
    let bindings = (path.map(\.index) + frames.map(\.service.index)).map { wiring.bindings[$0] }
    let children = request.children.flatMap { wiring, path in
      path.map { wiring.bindings[$0.index] }
    }
    return constructions.map { .init($0.key, $0.place) }
      + (children + bindings).map { .init($0.key, $0.place) }
  }

  /// What a call threw, as its caller is told.
  func failure(_ binding: Binding, _ error: any Error) -> DiagnosticsError {
    // A request from inside the factory failed, and says why better than we could.
    if let error = error as? DiagnosticsError { return error }
    return factoryFailed(binding, error, wiring.secrets, path: requests)
  }

  /// Refuses what must not be built in a test.
  func refuseLive(_ binding: Binding) throws(DiagnosticsError) {
    if binding.entry.isLive, container.isForTesting { throw liveService(binding, path: requests) }
  }
}
