import CPatchbayRuntime
import PatchbayDiagnostics

// Most services take values and services that exist by then. Their construction is one call of the
// factory, and needs neither a `DependencyWalk` nor a `ConstructionRun`, which cost four times as
// much as all the rest of a first request. It reads single fields of a binding, as a copy of one takes
// five retains. Could be deleted with its three uses.
extension ResolutionContext {
  /// Returns a shared service that exists, or builds it, after the services of the same kind that it
  /// needs.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - depth: The number of bindings that need it.
  ///   - path: Returns these bindings, for messages.
  /// - Returns: `nil` for another kind of service, for a request that a factory makes, and if
  ///   something has an override or is closed.
  /// - Throws: `factory-failed`, and what a request throws for a container that was stopped meanwhile.
  func sharedAtOnce(
    _ service: BoundService, depth: Int = 0, path: () -> [Int] = { [] }
  ) throws(DiagnosticsError) -> AnyBox? {
    let place = container.facets.place(of: service)
    guard place.depth >= 0, !hasRequester, container.overrides.areNone, !store.isClosed else {
      return nil
    }
    let position = Int(place.position)
    // Nearly always, and `store` need not be retained for it.
    if Int(place.depth) == store.depth {
      return try sharedAtOnce(service, at: position, in: store, depth: depth, path: path)
    }
    guard let home = store.store(atDepth: Int(place.depth)) else { return nil }
    return try sharedAtOnce(service, at: position, in: home, depth: depth, path: path)
  }

  /// Does the same for a place in the row of a store.
  private func sharedAtOnce(
    _ service: BoundService, at position: Int, in home: InstanceStore, depth: Int,
    path: () -> [Int]
  ) throws(DiagnosticsError) -> AnyBox? {
    if let box = home.row.box(position) { return box }
    guard
      let arguments = try readyArguments(of: service.index, in: home, depth: depth, path: path)
    else { return nil }
    while !home.row.isKept(position) {
      // No `WaitGraph`: no construction waits for this request.
      let first = position - service.contract
      switch home.withClaims({ $0.claimAtOnce(service.index, at: first, in: home.row) }) {
      case .ready: break
      case .running(let construction): construction.wait()
      case .begun(let number):
        defer { home.endClaim(service.index) }
        try keepAtOnce(
          service.index, arguments,
          TaskContext(home.claims, number, in: ServiceScope.building(in: home, from: scope)),
          at: first, in: home, path: path)
      }
    }
    // Its own factory, or another thread, may have stopped the container meanwhile.
    try refuseClosed()
    return home.row.box(position)
  }

  /// How deep services that are built at once may nest.
  static let atOnceDepth = 16

  /// Returns the arguments of a binding if all are ready, and the factory can be called with them.
  ///
  /// Services that do not exist are built if each is built at once. No claim may be held meanwhile, so
  /// that requests which need the same services in another order do not wait for each other.
  ///
  /// - Parameters:
  ///   - index: The binding.
  ///   - store: The store in which services are looked up.
  ///   - given: The arguments that the request passes.
  ///   - depth: The number of bindings that need this one; nil if nothing is to be built.
  ///   - path: Returns these bindings, for messages.
  /// - Returns: The arguments, in the order of the parameters; nil if one is not ready.
  /// - Throws: Like ``sharedAtOnce(_:depth:path:)``.
  func readyArguments(
    of index: Int, in store: InstanceStore, given: [AnyBox] = [], depth: Int?,
    path: () -> [Int] = { [] }
  ) throws(DiagnosticsError) -> [SuppliedArgument]? {
    func ready(_ service: BoundService) throws(DiagnosticsError) -> AnyBox? {
      if let box = store.permanent(service) { return box }
      // Deeper than the limit, a `DependencyWalk` needs no stack.
      guard let depth, depth < Self.atOnceDepth else { return nil }
      return try sharedAtOnce(service, depth: depth + 1) { path() + [index] }
    }
    guard let arguments = wiring.bindings[index].argumentsAtOnce else { return nil }
    guard !arguments.isEmpty else { return [] }
    var supplied: [SuppliedArgument] = []
    supplied.reserveCapacity(arguments.count)
    var next = given.startIndex
    for argument in arguments {
      switch argument {
      case .value(let box): supplied.append(.box(box))
      case .absent: supplied.append(.absent)
      case .service(let service):
        guard let box = try ready(service) else { return nil }
        supplied.append(.box(box))
      case .runtimeArgument:
        guard next < given.endIndex else { return nil }
        supplied.append(.box(given[next]))
        next += 1
      case .services(let services):
        var boxes: [(key: String, box: AnyBox)] = []
        boxes.reserveCapacity(services.count)
        for (key, service) in services {
          guard let box = try ready(service) else { return nil }
          boxes.append((key, box))
        }
        supplied.append(.boxes(boxes))
      case .deferred, .resolver: return nil
      }
    }
    return supplied
  }

  /// Makes a transient if all that it needs is ready.
  ///
  /// As on the fast path, it has no construction of its own: its factory requests services on behalf
  /// of the construction that requested the transient. `given` holds the arguments of the request.
  ///
  /// - Returns: `nil` for another kind of service, if something has an override, and for a request by the
  ///   handle of a construction whose code does not run here, as on another thread.
  func freshAtOnce(
    _ service: BoundService, _ given: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox? {
    let index = service.index
    guard wiring.bindings[index].scope == .transient, container.overrides.areNone,
      !hasRequester || requester === Construction.current,
      let arguments = try readyArguments(
        of: index, in: store, given: given, depth: 0),
      // A factory that requests itself without end takes the slow path, which ends it.
      patchbay_enter()
    else { return nil }
    defer { patchbay_leave() }
    let entry = wiring.bindings[index].entry
    let box = try call(entry, of: index, arguments) { [] }
    if entry.finishing.isNeeded(by: box) {
      let construction = Construction(index, in: store, requester: requester, graph: graph)
      let wait = WaitGraph.enter(construction, requester: requester)
      defer {
        construction.finish()
        WaitGraph.leave(wait)
      }
      try construction.refuseTooDeep()
      try TaskContext(construction, in: scope).perform { () throws(DiagnosticsError) in
        try finish(index, box, construction, in: store, path: [])
      }
    }
    return service.contract == 0 ? box : entry.contracts[service.contract].view(box)
  }

  /// Builds a service as the construction of a context, and keeps it from a position of a store's row on;
  /// `path` returns the bindings that need it.
  func keepAtOnce(
    _ index: Int, _ arguments: [SuppliedArgument], _ task: TaskContext, at position: Int,
    in home: InstanceStore, path: () -> [Int]
  ) throws(DiagnosticsError) {
    let build = beginBuild()
    let entry = wiring.bindings[index].entry
    let product = try task.perform { () throws(DiagnosticsError) in
      let box = try call(entry, of: index, arguments, path: path)
      if entry.finishing.isNeeded(by: box) {
        guard let construction = Construction.current else {
          preconditionFailure("its claim was ended")
        }
        try finish(index, box, construction, in: home, path: path())
      }
      // Here, as the conversions to contracts may request services on its behalf.
      return Product(box, entry)
    }
    if let build { end(build, of: [index], for: path().last) }
    // No `weak` service is built at once.
    home.row.keep(product, at: position)
    if entry.hasHook, entry.stop != nil { home.keepForStop([index]) }
  }

  /// Calls the factory of a binding.
  private func call(
    _ entry: CatalogEntry, of index: Int, _ arguments: [SuppliedArgument], path: () -> [Int]
  ) throws(DiagnosticsError) -> AnyBox {
    func steps() -> [Diagnostic.ResolutionStep] {
      requests(path() + [index])
    }
    if entry.isLive, container.isForTesting {
      throw wiring.bindings[index].liveService(path: steps())
    }
    guard case .immediate(let make) = entry.maker else {
      preconditionFailure("`isAwaited` was false")
    }
    do { return try make(arguments) } catch {
      throw wiring.bindings[index].factoryFailed(error, in: container.plan, path: steps())
    }
  }

  /// Injects the properties of a product, and notifies it.
  @inline(never)  // Few products need it.
  private func finish(
    _ index: Int, _ box: AnyBox, _ construction: Construction, in store: InstanceStore, path: [Int]
  ) throws(DiagnosticsError) {
    let binding = wiring.bindings[index]
    let run = constructionRun(
      construction, Request(requester: requester, overrides: nil), in: store, path: path)
    try run.fill(binding, box)
    try run.notify(binding, box)
  }
}
