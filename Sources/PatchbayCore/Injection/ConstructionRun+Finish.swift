import PatchbayDiagnostics

// The work on a product after its factory's closure, for the few that require it.
extension ConstructionRun {
  /// Injects the unset properties of a product that a factory has just made.
  func fill(_ binding: Binding, _ box: AnyBox) throws(DiagnosticsError) {
    let points = binding.pointsToFill(box)
    if !points.isEmpty { try injecting.fill(points) }
  }

  /// Does the same as ``fill(_:_:)``, for asynchronous callers.
  func fillAwaiting(_ binding: Binding, _ box: AnyBox) async throws(DiagnosticsError) {
    let points = binding.pointsToFill(box)
    if !points.isEmpty { try await injecting.fillAwaiting(points) }
  }

  /// Notifies a product that it is complete, if it is an observer.
  ///
  /// - Throws: `needs-await` if it must be notified on the main actor, and the caller is not on it.
  func notify(_ binding: Binding, _ box: AnyBox) throws(DiagnosticsError) {
    let finishing = binding.entry.finishing
    guard let product = finishing.subject(box), finishing.mayObserve(box), !notifyInjected(product)
    else { return }
    throw .notifiedElsewhere(product, binding)
  }

  /// Does the same as ``notify(_:_:)``, on the main actor if the product must be notified there.
  func notifyAwaiting(_ binding: Binding, _ box: AnyBox) async throws(DiagnosticsError) {
    let finishing = binding.entry.finishing
    guard let product = finishing.subject(box), !notifyInjected(product)
    else { return }
    let isNotified = await MainActor.run { finishing.subject(box).map(notifyInjected) ?? true }
    if !isNotified { throw .notifiedElsewhere(product, binding) }
  }

  /// The context of the requests of the properties: on behalf of the running construction, and each with a graph of
  /// its own. That a product has properties is known when it exists, so what was built for it before cannot share.
  private var injecting: ResolutionContext {
    ResolutionContext(container, store, requester: construction)
  }
}

extension Binding {
  /// Returns the injected properties that neither the factory nor a definition sets.
  fileprivate func pointsToFill(_ box: AnyBox) -> [InjectionPoint] {
    let finishing = entry.finishing
    guard let product = finishing.subject(box), type(of: product) is AnyObject.Type
    else { return [] }
    let object = finishing.object(box)
    let shape = InjectionShape.of(object)
    guard shape?.isInjectable ?? (type(of: product) is any Injectable.Type) else { return [] }
    var planned = Set(properties.map(\.property.signature.name))
    return InjectionPoint.all(of: object, shape).filter { point in
      // Removed once for each name: a subclass may use it again.
      planned.remove(point.name) == nil && !point.property.isSet
    }
  }
}
