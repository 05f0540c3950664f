import PatchbayDiagnostics

extension RequestOrigin {
  /// Fills properties, all or none.
  func fill(_ points: [InjectionPoint]) throws(DiagnosticsError) {
    guard !points.isEmpty else { return }
    try refuseClosed()
    var supplies: [SuppliedArgument] = []
    var failures: [DiagnosticsError] = []
    for point in points {
      do throws(DiagnosticsError) {
        switch try supply(of: point) {
        case .ready(let supply): supplies.append(supply)
        case .instance(let service):
          supplies.append(.box(try instance(service.index, contract: service.contract)))
        }
      } catch { failures.append(error) }
    }
    guard failures.isEmpty else { throw joined(failures) }
    for (point, supply) in zip(points, supplies) { point.fill(supply) }
  }

  /// As ``fill(_:)``, for a caller that can wait.
  func fillAwaiting(_ points: [InjectionPoint]) async throws(DiagnosticsError) {
    guard !points.isEmpty else { return }
    try refuseClosed()
    var supplies: [SuppliedArgument] = []
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
    guard failures.isEmpty else { throw joined(failures) }
    for (point, supply) in zip(points, supplies) { point.fill(supply) }
  }

  /// What a property is filled with, or the service whose instance it is.
  private enum Supply {
    case ready(SuppliedArgument)
    case instance(BoundService)
  }

  private func supply(of point: InjectionPoint) throws(DiagnosticsError) -> Supply {
    let signature = point.signature
    let handle = HandleOrigin(container, region, for: requester)
    if signature.kind == .resolver { return .ready(.resolver(Resolver(handle: handle))) }
    if point.property.takesContainer { return .ready(.box(Box(container))) }
    guard let index = wiring.index(ofKey: point.key) else {
      if signature.kind == .optionalService { return .ready(.absent) }
      throw nothingToInject(point, signature.contract, container.plan)
    }
    let binding = wiring.bindings[index]
    guard let contract = binding.entry.contractIndex(of: signature.contract) else {
      throw nothingFits(point, signature.contract, binding)
    }
    let service = BoundService(index: index, contract: contract)
    guard signature.kind == .deferredService else { return .instance(service) }
    return .ready(.deferred(DeferredService(service, handle)))
  }
}
