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
    let planned = wiring.services[service.index]
    try refuseClosed(asking: service.index)
    let requestArguments = try accepted(arguments, by: planned)
    if let box = existing(service, planned) { return box }
    var builder = Builder(context: self, request: container.overrides.request)
    if let box = try builder.newByOneCall(service, planned, requestArguments) { return box }
    try builder.makeReady(service.index, planned)
    if let box = try builder.keptInstance(service, planned) { return box }
    return try builder.new(service, planned, requestArguments)
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
    let step = Step(target, planned, neededIn: context.store)
    if step.isKept, let arguments = readyArguments(of: planned, in: step.store) {
      return try buildByOneCall(step, arguments)
    }
    var next: Step? = step
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

  /// Builds a service whose needs are ready, with those that are built together with it, by one call if that is enough.
  mutating func build(_ ready: Step) throws(DiagnosticsError) {
    if let arguments = readyArguments(of: ready.planned, in: ready.store) {
      try buildByOneCall(ready, arguments)
    } else {
      try assemble(ready)
    }
  }

  /// Builds a service by one call, unless another request does so meanwhile.
  private mutating func buildByOneCall(
    _ ready: Step, _ arguments: [SuppliedArgument]
  ) throws(DiagnosticsError) {
    let (planned, home) = (ready.planned, ready.store)
    while let wait = try claim(ready.index, in: home) {
      defer { WaitGraph.leave(wait) }
      guard wait.isBegun else {
        // Then the instance is ready, or its factory has thrown.
        wait.construction.wait()
        continue
      }
      defer { home.endClaim(ready.index) }
      let watched = context.beginBuild()
      let scope = ServiceScope.building(in: home, from: context.scope)
      return try TaskContext(wait.construction, in: scope).perform { () throws(DiagnosticsError) in
        let box = try call(planned, arguments)
        try planned.finish(
          box, by: ResolutionContext(context.container, home, requester: wait.construction))
        keep(ready.index, planned, box, in: home, watched)
      }
    }
  }

  /// Builds services that are built together and whose needs are ready, unless another request does so meanwhile.
  ///
  /// - Parameter ready: The first of them, and nearly always the only one.
  /// - Throws: What a request throws.
  mutating func assemble(_ ready: Step) throws(DiagnosticsError) {
    while let (missing, home) = missing(of: ready) {
      guard !ready.planned.isAwaited else {
        throw wiring.services[missing].needsAwait(context.requests(path.map(\.index)))
      }
      guard let wait = try claim(missing, in: home) else { continue }
      defer { WaitGraph.leave(wait) }
      guard wait.isBegun else {
        wait.construction.wait()
        continue
      }
      // On success and failure alike: products are kept by now, and no incomplete one remains.
      defer { home.endClaim(missing) }
      let watched = context.beginBuild()
      let scope = ServiceScope.building(in: home, from: context.scope)
      try TaskContext(wait.construction, in: scope).perform { () throws(DiagnosticsError) in
        var assembly = Assembly(wait.construction, in: home)
        if !ready.planned.isInCycle {
          let box = try assembly.make(missing, ready.planned, &self)
          return keep(missing, ready.planned, box, in: home, watched)
        }
        let members = members(with: ready).filter { !home.has($0) }
        for member in members {
          assembly.add(member, try assembly.make(member, wiring.services[member], &self), wiring)
        }
        try assembly.setDelayedProperties(&self)
        keep(assembly.products, members, in: home, watched)
      }
      if !ready.planned.isInCycle { return }
    }
  }

  /// Finds the running construction of a service's group or begins one; nil if it is ready.
  ///
  /// - Throws: `reentrant-resolution`, `limit-exceeded`.
  func claim(_ index: Int, in home: InstanceStore) throws(DiagnosticsError) -> WaitGraph.Wait? {
    let requester = context.requester
    // Before the claim, as another request may begin the work of an awaited one.
    try requester?.refuseTooDeep(index, in: home)
    return try WaitGraph.claim(for: requester) { home.claim(index, requester: requester) }
  }
}

// What a call consists of, however its arguments were collected.
extension Builder {
  /// Calls a synchronous factory. Nothing is changed, but the builder would be copied otherwise.
  ///
  /// - Parameters:
  ///   - planned: The service whose factory is called.
  ///   - arguments: In the order of its parameters.
  ///   - outer: The calls that wait for the result, outermost first.
  /// - Returns: The product, as the factory returns it.
  /// - Throws: `factory-failed`, `live-service`, `needs-await`.
  mutating func call(
    _ planned: PlannedService, _ arguments: [SuppliedArgument], for outer: [ArgumentFrame] = []
  ) throws(DiagnosticsError) -> AnyBox {
    try refuseLive(planned, for: outer)
    guard case .immediate(let make) = planned.entry.maker else {
      throw planned.needsAwait(requests(of: planned, for: outer).dropLast())
    }
    do { return try make(arguments) } catch { throw failure(of: planned, for: outer, error) }
  }

  /// Throws if a service must not be built in a test.
  func refuseLive(
    _ planned: PlannedService, for outer: [ArgumentFrame]
  ) throws(DiagnosticsError) {
    if planned.entry.isLive, context.container.isForTesting {
      throw planned.liveService(path: requests(of: planned, for: outer))
    }
  }

  /// Returns the error that the caller receives for one that a factory threw.
  func failure(
    of planned: PlannedService, for outer: [ArgumentFrame], _ error: any Error
  ) -> DiagnosticsError {
    planned.factoryFailed(
      error, in: context.container.plan, path: requests(of: planned, for: outer))
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

// What a store keeps of the products.
extension Builder {
  /// Keeps a service that was built, and ends the build that was watched.
  mutating func keep(
    _ index: Int, _ planned: PlannedService, _ box: AnyBox, in home: InstanceStore,
    _ watched: WatchedBuild?
  ) {
    let product = Product(box, planned.entry)
    watched?.end([index], wiring)
    keep(index, planned, product, in: home)
    if planned.entry.isStopped { home.recordForStop([index]) }
  }

  /// Keeps services that were built together, when all are complete.
  mutating func keep(
    _ products: [Int: Product], _ members: [Int], in store: InstanceStore, _ watched: WatchedBuild?
  ) {
    watched?.end(members, wiring)
    for index in members {
      guard let product = products[index], let home = store.home(of: index) else { continue }
      keep(index, wiring.services[index], product, in: home)
    }
    store.recordForStop(members.filter { wiring.services[$0].entry.isStopped })
  }

  private mutating func keep(
    _ index: Int, _ planned: PlannedService, _ product: Product, in home: InstanceStore
  ) {
    home.keep(index, planned, product)
    if planned.scope.isWeak { request.change { $0.hold(index, product, in: home) } }
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
