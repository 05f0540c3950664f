import PatchbayDiagnostics

/// Builds the service that a request asks for, with everything that it needs.
///
/// A singleton `server` takes a transient `handler`, which takes a singleton `pool`. A request for `server` has three
/// phases:
///
/// 1. **Needs**: services that a store keeps are built before what needs them, also through transients: `pool`, after
///    its own needs (`Builder+Needs`). No claim is held meanwhile, so that two requests which need the same services
///    in another order never wait for each other.
/// 2. **Claim**: of the callers that find a service missing, one builds it, and the others wait
///    (``InstanceStore/claim(_:requester:)``, ``WaitGraph``).
/// 3. **Assembly**: under the claim, the transients are made that the service takes, `handler`; then its factory is
///    called, its properties are set, and it is notified (``Assembly``).
///
/// A service that no store keeps has the first phase and the last. What is built again and again is made by a
/// ``Producer`` from its second request on.
///
/// What few requests need is in structures that are nil otherwise: to make and to destroy a dozen empty fields would
/// cost a scoped service a third of its construction.
struct Builder: Sendable {
  let context: ResolutionContext
  var request: Request?
  /// The services that need the one that is visited or built, outermost first.
  var path: [Step] = []
  /// What the walk of the first phase has visited, as far as it may come there again.
  var visits: Visits?
}

extension ResolutionContext {
  /// Returns an instance of a service, without the overrides of it, and builds what is missing for it.
  ///
  /// - Parameters:
  ///   - service: One of the container's own services.
  ///   - arguments: What the request passes to the service's own factory.
  /// - Returns: The instance, as the contract of `service`.
  /// - Throws: What a request throws.
  func instanceIgnoringOverrides(
    of service: BoundService, arguments: [AnyBox] = []
  ) throws(DiagnosticsError) -> AnyBox {
    try refuseClosed(asking: service.index)
    if arguments.isEmpty, let box = store.permanent(service) { return box }
    let planned = wiring.services[service.index]
    let given = try accepted(arguments, by: planned)
    if let box = existing(service, planned) { return box }
    if let box = try madeByOneCall(service, planned, given) { return box }
    var builder = Builder(context: self, request: container.overrides.request)
    try builder.makeReady(service.index, planned)
    if let box = try builder.keptInstance(service, planned) { return box }
    return try builder.new(service, planned, given)
  }

  /// Returns an instance that a store keeps, or that the request shares.
  func existing(_ service: BoundService, _ planned: PlannedService) -> AnyBox? {
    switch planned.scope {
    case .singleton, .named: store.permanent(service)
    case .weak: store.home(of: service.index)?.kept(service)
    case .graph: graph?.product(service.index, in: wiring)?[service.contract]
    case .transient: nil
    }
  }
}

extension Overrides {
  /// A request that begins now.
  var request: Request? { areNone ? nil : Request(overrides: table) }
}

extension Builder {
  var wiring: Wiring { context.container.wiring }

  /// Builds the kept services that a service needs and that do not exist, and the service itself if it is kept.
  fileprivate mutating func makeReady(
    _ target: Int, _ planned: PlannedService
  ) throws(DiagnosticsError) {
    var next: Step? = Step(target, planned, neededIn: context.store)
    while let ready = try nextReady(&next, of: target) {
      if let (parent, service) = try parentBuilder(of: ready) {
        var builder = parent
        try builder.makeReady(service, builder.wiring.services[service])
        request.hold(builder.request)
      } else {
        try build(ready)
      }
    }
  }

  /// Returns the instance when everything is ready; nil for a service that no store keeps.
  mutating func keptInstance(
    _ service: BoundService, _ planned: PlannedService
  ) throws(DiagnosticsError) -> AnyBox? {
    // Its own factory, or another thread, may have stopped the container meanwhile.
    try context.refuseClosed(asking: service.index)
    return request.instance(service, planned, in: context.store)
  }

  /// Makes an instance that no store keeps.
  fileprivate mutating func new(
    _ service: BoundService, _ planned: PlannedService, _ requestArguments: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox {
    guard !planned.isAwaited else { throw planned.needsAwait(context.requests([])) }
    let wait = try context.enterConstruction(of: service.index)
    defer { context.end(wait) }
    var assembly = Assembly(wait.construction, in: context.store, requestArguments)
    return try TaskContext(wait.construction, in: context.scope).perform {
      () throws(DiagnosticsError) in
      do throws(DiagnosticsError) {
        let box = try assembly.make(service.index, planned, &self)
        try assembly.setDelayedProperties(&self)
        return planned.view(box, as: service.contract)
      } catch {
        assembly.takeBackHalfBuilt(of: wiring)
        throw error
      }
    }
  }

  /// Builds services that are built together and whose needs are ready, unless another request does so meanwhile.
  ///
  /// - Parameter ready: The first of them, and nearly always the only one.
  /// - Throws: What a request throws.
  mutating func build(_ ready: Step) throws(DiagnosticsError) {
    let planned = ready.planned
    if request == nil, planned.form == .oneCall, context.isReady(planned, in: ready.store) {
      _ = try context.kept(ready.index, planned, in: ready.store, for: path)
      return
    }
    while let (missing, home) = missing(of: ready) {
      guard !planned.isAwaited else {
        throw wiring.services[missing].needsAwait(context.requests(path.map(\.index)))
      }
      let context = context
      let isBuilt = try context.build(missing, in: home) {
        (construction, watched) throws(DiagnosticsError) in
        var assembly = Assembly(construction, in: home)
        if !planned.isInCycle {
          let box = try assembly.make(missing, planned, &self)
          return keep(missing, planned, box, in: home, watched)
        }
        let members = members(with: ready).filter { !home.has($0) }
        for member in members {
          assembly.add(member, try assembly.make(member, wiring.services[member], &self), wiring)
        }
        try assembly.setDelayedProperties(&self)
        keep(assembly.products, members, in: home, watched)
      }
      if isBuilt, !planned.isInCycle { return }
    }
  }

  /// Calls a synchronous factory on behalf of the services that wait for the result, outermost first.
  func call(
    _ planned: PlannedService, _ arguments: [SuppliedArgument], for outer: [ArgumentFrame]
  ) throws(DiagnosticsError) -> AnyBox {
    let entry = planned.entry
    var cursor = ArgumentCursor(of: planned, entry, arguments)
    do { return try context.call(entry, &cursor) } catch {
      throw context.failure(of: planned, error, requests(of: planned, for: outer))
    }
  }

  /// The requesters of a service that is called, outermost first: running constructions, the services of children, then
  /// the services; itself included.
  func requests(
    of planned: PlannedService, for outer: [ArgumentFrame]
  ) -> [Diagnostic.ResolutionStep] {
    let children = (request?.children ?? []).flatMap { $0.path.map(\.planned) }
    let services = children + path.map(\.planned) + outer.map(\.planned) + [planned]
    return context.requester.steps(to: services.map(\.step))
  }
}

// What a construction consists of, however its arguments are collected.
extension ResolutionContext {
  /// Begins the construction of a service that a store keeps, or of its group, if no other request does; otherwise
  /// waits for that one.
  ///
  /// - Parameters:
  ///   - index: The service.
  ///   - home: The store that keeps it.
  ///   - work: Builds and keeps it.
  /// - Returns: Whether it was built here; otherwise it is ready, or its factory has thrown.
  /// - Throws: `reentrant-resolution`, `limit-exceeded`, and what `work` throws.
  @inline(__always)
  func build(
    _ index: Int, in home: InstanceStore,
    _ work: (Construction, WatchedBuild?) throws(DiagnosticsError) -> Void
  ) throws(DiagnosticsError) -> Bool {
    guard let wait = try claim(index, in: home) else { return false }
    defer { WaitGraph.leave(wait) }
    let construction = wait.construction
    guard wait.isBegun else {
      construction.wait()
      return false
    }
    // On success and failure alike: products are kept by now, and no incomplete one remains.
    defer {
      home.endClaim(index)
      construction.finish()
    }
    let watched = beginBuild()
    try TaskContext(construction, in: ServiceScope.building(in: home, from: scope)).perform {
      () throws(DiagnosticsError) in try work(construction, watched)
    }
    return true
  }

  /// Finds the running construction of a service's group or begins one; nil if it is ready.
  ///
  /// - Throws: `reentrant-resolution`, `limit-exceeded`.
  func claim(_ index: Int, in home: InstanceStore) throws(DiagnosticsError) -> WaitGraph.Wait? {
    let requester = requester
    // Before the claim, as another request may begin the work of an awaited one.
    try requester?.refuseTooDeep(index, in: home)
    return try WaitGraph.claim(for: requester) { home.claim(index, requester: requester) }
  }

  /// Calls a synchronous factory.
  ///
  /// - Throws: A failure without its requesters: ``failure(of:_:_:)`` collects them.
  @inline(__always)
  func call(
    _ entry: CatalogEntry, _ arguments: inout ArgumentCursor
  ) throws(CallFailure) -> AnyBox {
    try refuseLive(entry)
    guard case .immediate(let make) = entry.maker else { throw .needsAwait }
    do { return try make(&arguments) } catch { throw .thrown(error) }
  }

  /// Throws if a service must not be built in a test.
  @inline(__always)
  func refuseLive(_ entry: CatalogEntry) throws(CallFailure) {
    if container.isForTesting, entry.isLive { throw .isLive }
  }

  /// Returns the error that the caller receives: `factory-failed`, `live-service`, `needs-await`.
  @inline(never)
  func failure(
    of planned: PlannedService, _ failure: CallFailure, _ requests: [Diagnostic.ResolutionStep]
  ) -> DiagnosticsError {
    switch failure {
    case .isLive: planned.liveService(path: requests)
    case .needsAwait: planned.needsAwait(requests.dropLast())
    case .thrown(let error): planned.factoryFailed(error, in: container.plan, path: requests)
    }
  }
}

/// Why a factory has made nothing.
enum CallFailure: Error {
  case isLive, needsAwait
  case thrown(any Error)
}

// What a store keeps of the products.
extension Builder {
  /// Keeps a service that was built, and ends the build that was watched.
  mutating func keep(
    _ index: Int, _ planned: PlannedService, _ box: AnyBox, in home: InstanceStore,
    _ watched: WatchedBuild?
  ) {
    let product = home.keep(index, planned, planned.entry, box, watched)
    if planned.scope.isWeak { request.change { $0.hold(index, product, in: home) } }
  }

  /// Keeps services that were built together, when all are complete.
  mutating func keep(
    _ products: [Int: Product], _ members: [Int], in store: InstanceStore, _ watched: WatchedBuild?
  ) {
    watched?.end(members, wiring)
    for index in members {
      guard let product = products[index], let home = store.home(of: index) else { continue }
      let planned = wiring.services[index]
      home.keep(index, planned, product)
      if planned.scope.isWeak { request.change { $0.hold(index, product, in: home) } }
    }
    store.recordForStop(members.filter { wiring.services[$0].entry.isStopped })
  }
}

extension InstanceStore {
  /// Keeps a service that was built by itself, and ends the build that was watched.
  @inline(__always)
  @discardableResult
  func keep(
    _ index: Int, _ planned: PlannedService, _ entry: CatalogEntry, _ box: AnyBox,
    _ watched: WatchedBuild?
  ) -> Product {
    let product = Product(box, entry)
    watched?.end([index], wiring)
    keep(index, planned, product)
    if entry.isStopped { recordForStop([index]) }
    return product
  }
}

extension ResolutionContext {
  var wiring: Wiring { container.wiring }

  func refuseClosed(asking index: Int = -1) throws(DiagnosticsError) {
    try container.refuseClosed(store, asking: index)
  }

  /// Begins the construction of a service that no store keeps.
  ///
  /// - Throws: `limit-exceeded`.
  func enterConstruction(of index: Int) throws(DiagnosticsError) -> WaitGraph.Wait {
    let construction = Construction(index, in: store, requester: requester, graph: graph)
    let wait = WaitGraph.enter(construction, requester: requester)
    do { try construction.refuseTooDeep() } catch {
      end(wait)
      throw error
    }
    return wait
  }

  /// Ends it.
  func end(_ wait: WaitGraph.Wait) {
    wait.construction.finish()
    WaitGraph.leave(wait)
  }

  /// Returns the requesters, and the services of a path, outermost first.
  func requests(_ path: [Int]) -> [Diagnostic.ResolutionStep] {
    requester.steps(to: path.map { wiring.services[$0].step })
  }
}
