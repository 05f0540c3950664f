import PatchbayDiagnostics

// The work on a product after its factory's closure, for the few that require it.
//
// The properties are requested on behalf of the running construction, and each with a graph of its own. That a product
// has properties is known when it exists, so what was built for it before cannot share.
extension PlannedService {
  /// Injects the unset properties of a product that its factory has just made, and notifies it, unless a definition
  /// sets further ones.
  func finish(
    _ box: AnyBox, by context: @autoclosure () -> ResolutionContext
  ) throws(DiagnosticsError) {
    // Most products need neither.
    guard entry.finishing.isNeeded(by: box) else { return }
    let points = pointsToFill(box)
    if !points.isEmpty { try context().fill(points) }
    if properties.isEmpty { try notify(box) }
  }

  /// Does the same as ``finish(_:by:)``, for asynchronous callers.
  func finishAwaiting(
    _ box: AnyBox, by context: ResolutionContext
  ) async throws(DiagnosticsError) {
    let points = pointsToFill(box)
    if !points.isEmpty { try await context.fillAwaiting(points) }
    if properties.isEmpty { try await notifyAwaiting(box) }
  }

  /// Notifies a product that it is complete, if it is an observer.
  ///
  /// - Throws: `needs-await` if it must be notified on the main actor, and the caller is not on it.
  func notify(_ box: AnyBox) throws(DiagnosticsError) {
    let finishing = entry.finishing
    guard finishing.isNeeded(by: box), finishing.mayObserve(box),
      !notifyInjected(box.anyContent)
    else { return }
    throw .notifiedElsewhere(box.anyContent, self)
  }

  /// Does the same as ``notify(_:)``, on the main actor if the product must be notified there.
  func notifyAwaiting(_ box: AnyBox) async throws(DiagnosticsError) {
    let finishing = entry.finishing
    guard let product = finishing.subject(box), !notifyInjected(product)
    else { return }
    let isNotified = await MainActor.run { finishing.subject(box).map(notifyInjected) ?? true }
    if !isNotified { throw .notifiedElsewhere(product, self) }
  }

  /// Returns the injected properties that neither the factory nor a definition sets.
  private func pointsToFill(_ box: AnyBox) -> [InjectionPoint] {
    let finishing = entry.finishing
    guard let product = finishing.subject(box), type(of: product) is AnyObject.Type
    else { return [] }
    let object = finishing.object(box)
    let shape = InjectionShape.of(object)
    guard shape?.isInjectable ?? (type(of: product) is any Injectable.Type) else { return [] }
    let points = InjectionPoint.all(of: object, shape)
    // Nearly always nothing is set yet.
    if properties.isEmpty, !points.contains(where: \.property.isSet) { return points }
    var planned = Set(properties.map(\.property.signature.name))
    return points.filter { point in
      // Removed once for each name: a subclass may use it again.
      planned.remove(point.name) == nil && !point.property.isSet
    }
  }
}
