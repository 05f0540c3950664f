import CPatchbayRuntime
import PatchbayDiagnostics

// Most services take values and kept services, and their construction is one call when these exist. A server notices:
// its scopes build some services for each request, which take twice as long with a walk and an assembly.
extension Builder {
  /// Returns the arguments of a service that one call builds; nil if a service that it takes does not exist yet.
  func readyArguments(
    of planned: PlannedService, in store: InstanceStore, _ requestArguments: [AnyBox] = []
  ) -> [SuppliedArgument]? {
    guard planned.form == .oneCall, request == nil else { return nil }
    if planned.arguments.isEmpty { return [] }
    var supplied: [SuppliedArgument] = []
    supplied.reserveCapacity(planned.arguments.count)
    var next = requestArguments.startIndex
    for argument in planned.arguments {
      switch argument {
      case .value(let box): supplied.append(.box(box))
      case .absent: supplied.append(.absent)
      case .service(let service):
        guard let box = store.permanent(service) else { return nil }
        supplied.append(.box(box))
      case .services(let services):
        var boxes: [(key: String, box: AnyBox)] = []
        boxes.reserveCapacity(services.count)
        for (key, service) in services {
          guard let box = store.permanent(service) else { return nil }
          boxes.append((key, box))
        }
        supplied.append(.boxes(boxes))
      case .runtimeArgument:
        guard next < requestArguments.endIndex else { return nil }
        supplied.append(.box(requestArguments[next]))
        next += 1
      case .deferred, .resolver, .readiness: return nil
      }
    }
    return supplied
  }

  /// Makes a transient that one call builds.
  ///
  /// As by a ``Producer``, it has no construction of its own: its factory requests services on behalf
  /// of the construction that requested the transient.
  ///
  /// - Returns: The instance; nil if a service that it takes does not exist yet, and for a request by the handle of a
  ///   construction whose code does not run here, as on another thread.
  mutating func newByOneCall(
    _ service: BoundService, _ planned: PlannedService, _ requestArguments: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox? {
    guard planned.scope.isTransient,
      !context.hasRequester || context.requester === Construction.current,
      let arguments = readyArguments(of: planned, in: context.store, requestArguments),
      // A factory that requests itself without end is built by steps, which end it.
      patchbay_enter()
    else { return nil }
    defer { patchbay_leave() }
    let box = try call(planned, arguments)
    if planned.entry.finishing.isNeeded(by: box) {
      try context.finish(box, service.index, planned)
    }
    return planned.view(box, as: service.contract)
  }
}

extension ResolutionContext {
  /// Injects the properties of a product that was made without a construction, and notifies it.
  func finish(_ box: AnyBox, _ index: Int, _ planned: PlannedService) throws(DiagnosticsError) {
    let wait = try enterConstruction(of: index)
    defer { end(wait) }
    try TaskContext(wait.construction, in: scope).perform { () throws(DiagnosticsError) in
      try planned.finish(
        box, by: ResolutionContext(container, store, requester: wait.construction))
    }
  }
}
