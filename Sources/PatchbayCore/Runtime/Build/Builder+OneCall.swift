import CPatchbayRuntime
import PatchbayDiagnostics

// Most services take values and kept services, and their construction is one call when these exist: of those that a
// server builds for each request, nearly all. It needs no walk, no builder and no assembly.
extension ResolutionContext {
  /// Makes a service that one call builds.
  ///
  /// A transient has no construction of its own, as by a ``Producer``: its factory requests services on behalf of the
  /// construction that requested the transient.
  ///
  /// - Returns: The instance; nil if a service that it takes does not exist yet, or an override may exist; for a
  ///   transient also for a request by the handle of a construction whose code does not run here, as on another thread.
  @inline(__always)
  func madeByOneCall(
    _ service: BoundService, _ planned: PlannedService, _ given: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox? {
    guard let depth = planned.scope.depth else { return try newByOneCall(service, planned, given) }
    guard planned.form == .oneCall, container.overrides.areNone else { return nil }
    guard let home = store.store(atDepth: depth), isReady(planned, in: home) else { return nil }
    let box = try kept(service.index, planned, in: home, for: [])
    // Its own factory, or another thread, may have stopped the container meanwhile.
    try refuseClosed(asking: service.index)
    return service.contract == 0 ? box : home.permanent(service)
  }

  /// Builds a service that one call builds, and that a store keeps, unless another request does so meanwhile.
  ///
  /// - Parameters:
  ///   - index: The service, which is ready.
  ///   - planned: The same.
  ///   - home: The store that keeps it.
  ///   - path: The services that need it, outermost first.
  /// - Returns: The instance.
  /// - Throws: What a request throws.
  func kept(
    _ index: Int, _ planned: PlannedService, in home: InstanceStore, for path: [Builder.Step]
  ) throws(DiagnosticsError) -> AnyBox {
    let entry = planned.entry
    while true {
      var built: AnyBox?
      _ = try build(index, in: home) { (construction, watched) throws(DiagnosticsError) in
        var cursor = ArgumentCursor(
          of: planned, entry, ReadyArguments(container, home, for: construction))
        let box: AnyBox
        do throws(CallFailure) { box = try call(entry, &cursor) } catch {
          throw failure(of: planned, error, requests(path.map(\.index) + [index]))
        }
        if entry.finishing.isNeeded(by: box) {
          try planned.finish(box, by: ResolutionContext(container, home, requester: construction))
        }
        home.keep(index, planned, entry, box, watched)
        built = box
      }
      if let box = built ?? home.permanent(BoundService(index: index)) { return box }
    }
  }

  /// Whether all that a service takes that one call builds exists: the kept services in a store, and the arguments of the
  /// request. What a store keeps for good stays ready.
  func isReady(_ planned: PlannedService, in store: InstanceStore, _ given: [AnyBox] = []) -> Bool {
    let needs = planned.arguments
    if needs.isEmpty { return true }
    var arguments = 0
    for argument in needs {
      switch argument {
      case .value, .absent, .deferred, .resolver, .readiness: continue
      case .service(let service): if !store.isPermanent(service) { return false }
      case .services(let services):
        if !services.allSatisfy({ store.isPermanent($0.service) }) { return false }
      case .runtimeArgument: arguments += 1
      }
    }
    return arguments <= given.count
  }

  private func newByOneCall(
    _ service: BoundService, _ planned: PlannedService, _ given: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox? {
    // A factory, or a contract's closure, that requests itself without end is built by steps, which end it.
    guard patchbay_enter() else { return nil }
    defer { patchbay_leave() }
    guard let box = try transientByOneCall(service, planned, given) else { return nil }
    if planned.entry.finishing.isNeeded(by: box) { try finish(box, service.index, planned) }
    return planned.view(box, as: service.contract)
  }

  /// Makes a transient by one call: its properties are to be injected, and it is to be notified.
  func transientByOneCall(
    _ service: BoundService, _ planned: PlannedService, _ given: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox? {
    guard planned.form == .oneCall, planned.scope.isTransient, container.overrides.areNone,
      !hasRequester || requester === Construction.current, isReady(planned, in: store, given)
    else { return nil }
    if planned.takesHandles {
      return try perform(service.index) { (construction) throws(DiagnosticsError) in
        try calling(planned, ReadyArguments(container, store, for: construction, given))
      }
    }
    return try calling(planned, ReadyArguments(container, store, for: requester, given))
  }

  private func calling(
    _ planned: PlannedService, _ arguments: ReadyArguments
  ) throws(DiagnosticsError) -> AnyBox {
    let entry = planned.entry
    var cursor = ArgumentCursor(of: planned, entry, arguments)
    do throws(CallFailure) { return try call(entry, &cursor) } catch {
      throw failure(of: planned, error, requester.steps(to: [planned.step]))
    }
  }

  /// Injects the properties of a product that was made without a construction, and notifies it.
  func finish(_ box: AnyBox, _ index: Int, _ planned: PlannedService) throws(DiagnosticsError) {
    try perform(index) { (construction) throws(DiagnosticsError) in
      try planned.finish(box, by: ResolutionContext(container, store, requester: construction))
    }
  }

  /// Runs a part of the construction of a service that no store keeps.
  private func perform<Result>(
    _ index: Int, _ body: (Construction) throws(DiagnosticsError) -> Result
  ) throws(DiagnosticsError) -> Result {
    let wait = try enterConstruction(of: index)
    defer { end(wait) }
    return try TaskContext(wait.construction, in: scope).perform { () throws(DiagnosticsError) in
      try body(wait.construction)
    }
  }
}
