import CPatchbayThread
import PatchbayDiagnostics

// Most services take values and services that exist by then. Their construction is one call of the
// factory, and needs neither a `DependencyWalk` nor a `ConstructionRun`, which cost four times as
// much as all the rest of a first request. It reads single fields of a binding, as a copy of one takes
// five retains. Could be deleted with its three uses.
extension ResolutionContext {
  /// Returns a shared service that exists, or builds it, after the services of the same kind that it
  /// needs; `path` holds the bindings that need it.
  ///
  /// - Returns: `nil` for another kind of service, for a request that a factory makes, and if
  ///   something has an override or is closed.
  func sharedAtOnce(
    _ service: BoundService, path: ArraySlice<DependencyWalk.Step> = []
  ) throws(DiagnosticsError) -> AnyBox? {
    let wiring = container.wiring
    let place = wiring.facets.place(of: service)
    guard place.depth >= 0, let home = store.store(atDepth: Int(place.depth)),
      requester == nil, container.overrides.areNone, !store.isClosed
    else { return nil }
    let (row, position) = (home.row, Int(place.position))
    if let box = row.box(position) { return box }
    guard wiring.bindings[service.index].isBuiltAtOnce,
      try makeNeedsReady(of: service.index, in: home, path: path),
      let arguments = readyArguments(of: service.index, in: home)
    else { return nil }
    while !row.isKept(position) {
      // No `WaitGraph`: no construction waits for this request.
      switch home.claim(service.index, requester: nil, in: container) {
      case .ready: break
      case .running(let construction): construction.wait()
      case .begun(let construction):
        defer {
          home.endClaim(service.index)
          construction.finish()
        }
        try keepAtOnce(service.index, arguments, construction, in: home, path: path)
      }
    }
    // Its own factory, or another thread, may have stopped the container meanwhile.
    try refuseClosed()
    return row.box(position)
  }

  /// Builds the services that a binding needs and that do not exist, as far as each is built at once.
  ///
  /// No claim is held meanwhile, so that requests which need the same services in another order do not
  /// wait for each other.
  ///
  /// - Returns: Whether all exist. Deeper than the limit, a ``DependencyWalk`` needs no stack.
  private func makeNeedsReady(
    of index: Int, in home: InstanceStore, path: ArraySlice<DependencyWalk.Step>
  ) throws(DiagnosticsError) -> Bool {
    let wiring = container.wiring
    func makeReady(_ need: BoundService) throws(DiagnosticsError) -> Bool {
      if home.isPermanent(need) { return true }
      guard path.count < Self.atOnceDepth else { return false }
      return try sharedAtOnce(need, path: path + [.init(index: index, store: home)]) != nil
    }
    for argument in wiring.bindings[index].arguments {
      switch argument {
      case .service(let need): guard try makeReady(need) else { return false }
      case .services(let needs):
        for need in needs { guard try makeReady(need.service) else { return false } }
      case .value, .absent, .runtimeArgument, .deferred, .resolver: break
      }
    }
    return true
  }

  /// How deep services that are built at once may nest.
  private static let atOnceDepth = 16

  /// Returns the arguments of a binding if all are ready, and the factory can be called with them;
  /// `given` holds those that the request passes.
  func readyArguments(
    of index: Int, in store: InstanceStore, given: [AnyBox] = []
  ) -> [SuppliedArgument]? {
    guard wiring.bindings[index].isBuiltAtOnce else { return nil }
    let arguments = wiring.bindings[index].arguments
    guard !arguments.isEmpty else { return [] }
    var supplied: [SuppliedArgument] = []
    supplied.reserveCapacity(arguments.count)
    var next = given.startIndex
    for argument in arguments {
      switch argument {
      case .value(let box): supplied.append(.box(box))
      case .absent: supplied.append(.absent)
      case .service(let service):
        guard let box = store.permanent(service) else { return nil }
        supplied.append(.box(box))
      case .runtimeArgument:
        guard next < given.endIndex else { return nil }
        supplied.append(.box(given[next]))
        next += 1
      case .services(let services):
        var boxes: [(key: String, box: AnyBox)] = []
        boxes.reserveCapacity(services.count)
        for (key, service) in services {
          guard let box = store.permanent(service) else { return nil }
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
  /// - Returns: `nil` for another kind of service, and if something has an override.
  func freshAtOnce(
    _ service: BoundService, _ given: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox? {
    let index = service.index
    guard wiring.bindings[index].scope == .transient, container.overrides.areNone,
      wiring.bindings[index].isBuiltAtOnce, try makeNeedsReady(of: index, in: store, path: []),
      let arguments = readyArguments(of: index, in: store, given: given),
      // A factory that requests itself without end takes the slow path, which ends it.
      patchbay_enter()
    else { return nil }
    defer { patchbay_leave() }
    let entry = wiring.bindings[index].entry
    let box = try call(entry, of: index, arguments, path: [])
    if entry.finishing?.subject(box) != nil {
      let construction = Construction(
        index, in: container, store, requester: requester, graph: graph)
      defer { construction.finish() }
      try construction.refuseTooDeep()
      try construction.perform(in: nil) { () throws(DiagnosticsError) in
        try finish(index, box, construction, in: store, path: [])
      }
    }
    return service.contract == 0 ? box : entry.contracts[service.contract].view(box)
  }

  /// Builds a service, and keeps it; `path` holds the bindings that need it.
  func keepAtOnce(
    _ index: Int, _ arguments: [SuppliedArgument], _ construction: Construction,
    in home: InstanceStore, path: ArraySlice<DependencyWalk.Step> = []
  ) throws(DiagnosticsError) {
    let build = beginBuild()
    let entry = wiring.bindings[index].entry
    let product = try construction.perform(in: home) { () throws(DiagnosticsError) in
      let box = try call(entry, of: index, arguments, path: path)
      if entry.finishing?.subject(box) != nil {
        try finish(index, box, construction, in: home, path: path)
      }
      // Here, as the conversions to contracts may request services on its behalf.
      return Product(box, entry)
    }
    if let build { end(build, of: [index], path: path) }
    home.keep(index, product)
    if entry.stop != nil { home.keepForStop([index]) }
  }

  /// Calls the factory of a binding.
  private func call(
    _ entry: CatalogEntry, of index: Int, _ arguments: [SuppliedArgument],
    path: ArraySlice<DependencyWalk.Step>
  ) throws(DiagnosticsError) -> AnyBox {
    func steps() -> [Diagnostic.ResolutionStep] {
      requests(path) + [.init(wiring.bindings[index].key, wiring.bindings[index].place)]
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
  private func finish(
    _ index: Int, _ box: AnyBox, _ construction: Construction, in store: InstanceStore,
    path: ArraySlice<DependencyWalk.Step>
  ) throws(DiagnosticsError) {
    let binding = wiring.bindings[index]
    let run = constructionRun(
      construction, Request(requester: requester, overrides: nil), in: store, path: path)
    try run.fill(binding, box)
    try run.notify(binding, box)
  }
}
