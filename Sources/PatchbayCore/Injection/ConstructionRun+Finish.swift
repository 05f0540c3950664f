import PatchbayDiagnostics

// The work on a product after its factory's closure, for the few that require it.
extension ConstructionRun {
  /// Injects the unset properties of a product that a factory has just made.
  func fill(_ binding: Binding, _ box: AnyBox) throws(DiagnosticsError) {
    let points = binding.pointsToFill(box)
    if !points.isEmpty { try inside.fill(points) }
  }

  /// Does the same as ``fill(_:_:)``, for asynchronous callers.
  func fillAwaiting(_ binding: Binding, _ box: AnyBox) async throws(DiagnosticsError) {
    let points = binding.pointsToFill(box)
    if !points.isEmpty { try await inside.fillAwaiting(points) }
  }

  /// Notifies a product that it is complete, if it is an observer.
  ///
  /// - Throws: `needs-await` if it must be notified on the main actor, and the caller is not on it.
  func notify(_ binding: Binding, _ box: AnyBox) throws(DiagnosticsError) {
    guard let finishing = binding.entry.finishing, let product = finishing.subject(box),
      finishing.mayObserve(box), !notifyInjected(product)
    else { return }
    throw .notifiedElsewhere(product, binding)
  }

  /// Does the same as ``notify(_:_:)``, on the main actor if the product must be notified there.
  func notifyAwaiting(_ binding: Binding, _ box: AnyBox) async throws(DiagnosticsError) {
    guard let finishing = binding.entry.finishing, let product = finishing.subject(box),
      !notifyInjected(product)
    else { return }
    let isNotified = await MainActor.run { finishing.subject(box).map(notifyInjected) ?? true }
    if !isNotified { throw .notifiedElsewhere(product, binding) }
  }

  /// The context on behalf of the running construction, as a part of the same request.
  private var inside: ResolutionContext {
    ResolutionContext(container, store, requester: construction, isInGraph: true)
  }
}

extension Binding {
  /// Returns the injected properties that neither the factory nor a definition sets.
  fileprivate func pointsToFill(_ box: AnyBox) -> [InjectionPoint] {
    guard let finishing = entry.finishing, let product = finishing.subject(box),
      type(of: product) is AnyObject.Type
    else { return [] }
    let object = finishing.object(box)
    let shape = InjectionShape.of(object)
    guard shape?.isInjectable ?? InjectionTypes.isInjectable(type(of: product)) else { return [] }
    var planned = Set(properties.map(\.property.signature.name))
    return InjectionPoint.all(of: object, shape).filter { point in
      // Removed once for each name: a subclass may use it again.
      planned.remove(point.name) == nil && !point.property.isSet
    }
  }
}
