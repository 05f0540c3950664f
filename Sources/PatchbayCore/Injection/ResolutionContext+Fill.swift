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
    var supplies: [SuppliedArgument] = []
    supplies.reserveCapacity(count)
    var failures: [DiagnosticsError] = []
    for number in 0..<count {
      do throws(DiagnosticsError) {
        switch try supply(of: point(number)) {
        case .ready(let supply): supplies.append(supply)
        case .instance(let service):
          supplies.append(.box(try instance(service.index, contract: service.contract)))
        }
      } catch { failures.append(error) }
    }
    guard failures.isEmpty else { throw failures.joined() }
    for number in 0..<count { point(number).fill(supplies[number]) }
  }

  /// Does the same as ``fill(_:)``, for asynchronous callers.
  func fillAwaiting(_ points: [InjectionPoint]) async throws(DiagnosticsError) {
    guard !points.isEmpty else { return }
    try refuseClosed()
    var supplies: [SuppliedArgument] = []
    supplies.reserveCapacity(points.count)
    var failures: [DiagnosticsError] = []
    for point in points {
      do throws(DiagnosticsError) {
        switch try supply(of: point) {
        case .ready(let supply): supplies.append(supply)
        case .instance(let service):
          supplies.append(
            .box(try await awaitedInstance(service.index, contract: service.contract)))
        }
      } catch { failures.append(error) }
    }
    guard failures.isEmpty else { throw failures.joined() }
    for number in points.indices { points[number].fill(supplies[number]) }
  }

  /// Returns the scope of a service with a shorter lifetime than the object to inject; nil for any
  /// other.
  private func shorterScope(of binding: Binding) -> String? {
    guard let scope = binding.boundTo else { return nil }
    // The order in which the scopes of two containers end is unknown, as in `findCaptives`.
    if binding.inherited != nil { return scope }
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
    if signature.kind == .resolver { return .ready(.resolver(Resolver(handle: handle()))) }
    if point.takesContainer { return .ready(.box(Box(container))) }
    guard let index = wiring.index(ofKey: point.key) else {
      if signature.kind == .optionalService { return .ready(.absent) }
      throw point.nothingToInject(signature.contract, wiring)
    }
    guard let contract = wiring.entry(of: index).contractIndex(of: signature.contract) else {
      throw point.nothingFits(signature.contract, wiring.binding(of: index))
    }
    let service = BoundService(index: index, contract: contract)
    guard signature.kind.isDeferred else { return .instance(service) }
    if signature.kind == .lazyService, let scope = shorterScope(of: wiring.binding(of: index)) {
      throw point.keptTooLong(scope, wiring.binding(of: index))
    }
    return .ready(.deferred(DeferredService(service, handle())))
  }
}
