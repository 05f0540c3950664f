import PatchbayDiagnostics

extension ResolutionContext {
  /// Sets all of the properties, or none.
  func fill(_ points: [InjectionPoint]) throws(DiagnosticsError) {
    try fill(points.count) { points[$0] }
  }

  /// Does the same for a number of properties, each of which `point` returns.
  func fill(_ count: Int, _ point: (Int) -> InjectionPoint) throws(DiagnosticsError) {
    guard count > 0 else { return }
    try refuseClosed()
    // Not an array: its object takes 700 instructions of 3,700.
    let failures = withUnsafeTemporaryAllocation(of: Filling.self, capacity: count) { fillings in
      var ready = 0
      var failures: [DiagnosticsError] = []
      for number in 0..<count {
        let point = point(number)
        do throws(DiagnosticsError) {
          fillings.initializeElement(
            at: ready, to: Filling(property: point.property, box: try box(for: point)))
          ready += 1
        } catch { failures.append(error) }
      }
      for number in 0..<ready {
        if failures.isEmpty {
          fillings.moveElement(from: number).perform()
        } else {
          fillings.deinitializeElement(at: number)
        }
      }
      return failures
    }
    if !failures.isEmpty { throw failures.joined() }
  }

  /// Returns what a property is set to.
  private func box(for point: InjectionPoint) throws(DiagnosticsError) -> AnyBox {
    // First, as it is most frequent: a service that every request gets.
    let facet = container.keys.facet(of: point.member.keyNumber(of: point.property))
    if point.member.isService, let box = container.content(of: facet, as: Any.self).box {
      return box
    }
    switch try supply(of: point) {
    case .ready(let supply): return point.signature.box(of: supply)
    case .instance(let service):
      let box = try instance(of: service)
      let place = container.facets.place(of: service)
      // A place in a scope is not kept, and what a transient's producer makes has a type that is not known here.
      if place.depth <= 0, !place.isTransient { container.fillCell(with: box, service) }
      return point.signature.box(of: .box(box))
    }
  }

  /// A property and its value, before any is set.
  private struct Filling {
    let property: AnyInjectionCell
    let box: AnyBox

    consuming func perform() { property.set(box) }
  }

  /// Does the same as ``fill(_:)``, for asynchronous callers.
  func fillAwaiting(_ points: [InjectionPoint]) async throws(DiagnosticsError) {
    guard !points.isEmpty else { return }
    try refuseClosed()
    var boxes: [AnyBox] = []
    boxes.reserveCapacity(points.count)
    var failures: [DiagnosticsError] = []
    for point in points {
      do throws(DiagnosticsError) {
        switch try supply(of: point) {
        case .ready(let supply): boxes.append(point.signature.box(of: supply))
        case .instance(let service):
          let box = try await awaitedInstance(of: service)
          boxes.append(point.signature.box(of: .box(box)))
        }
      } catch { failures.append(error) }
    }
    guard failures.isEmpty else { throw failures.joined() }
    for number in points.indices { points[number].property.set(boxes[number]) }
  }

  /// Returns the scope of a service with a shorter lifetime than the object to inject; nil for any
  /// other.
  private func shorterScope(of planned: PlannedService) -> String? {
    guard let scope = planned.boundTo else { return nil }
    // The order in which the scopes of two containers end is unknown, as in `findCaptives`.
    if planned.inherited != nil { return scope }
    guard let depth = wiring.scopeNames.firstIndex(of: scope) else { return nil }
    return depth + 1 > store.depth ? scope : nil
  }

  /// The value of a property, or the service that provides it.
  private enum Supply {
    case ready(SuppliedArgument)
    case instance(BoundService)
  }

  private func supply(of point: InjectionPoint) throws(DiagnosticsError) -> Supply {
    let signature = point.signature
    func handle() -> HandleContext { HandleContext(container, store, for: requester) }
    switch signature.kind {
    case .resolver: return .ready(.resolver(Resolver(handle: handle())))
    case .readiness: return .ready(.readiness(ReadinessProbe(container: container)))
    default: break
    }
    if point.takesContainer { return .ready(.box(Box(container))) }
    guard let service = try service(of: point) else { return .ready(.absent) }
    guard signature.kind.isDeferred else { return .instance(service) }
    if signature.kind == .lazyService,
      let scope = shorterScope(of: wiring.services[service.index])
    {
      throw point.keptTooLong(scope, wiring.services[service.index])
    }
    return .ready(.deferred(DeferredService(service, handle())))
  }

  /// Returns the service that a property requests; nil if there is none, and it may be absent.
  private func service(of point: InjectionPoint) throws(DiagnosticsError) -> BoundService? {
    let number = point.member.keyNumber(of: point.property)
    let facet = container.keys.facet(of: number)
    if facet > 0 { return container.facets.service(of: facet) }
    let signature = point.signature
    guard let index = wiring.index(ofKey: point.key) else {
      if signature.kind == .optionalService { return nil }
      throw point.nothingToInject(signature.contract, container.plan)
    }
    guard let contract = wiring.services[index].entry.contractIndex(of: signature.contract) else {
      throw point.nothingFits(signature.contract, wiring.services[index])
    }
    let service = BoundService(index: index, contract: contract)
    wiring.keys.set(number, wiring.facets.facet(of: service))
    return service
  }
}
