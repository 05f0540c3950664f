import PatchbayDiagnostics

// What is done with a product after its factory's closure, for the few that want it.
extension ConstructionRun {
  /// Fills what is not set yet in a product that a factory has just made.
  func fill(_ binding: Binding, _ box: AnyBox) throws(DiagnosticsError) {
    let points = binding.pointsToFill(box)
    if !points.isEmpty { try inside.fill(points) }
  }

  /// As ``fill(_:_:)``, for a caller that can wait.
  func fillAwaiting(_ binding: Binding, _ box: AnyBox) async throws(DiagnosticsError) {
    let points = binding.pointsToFill(box)
    if !points.isEmpty { try await inside.fillAwaiting(points) }
  }

  /// Tells a product that it is whole, where it wants to know.
  ///
  /// - Throws: `needs-await` where it wants to be told on the main actor, and this is not.
  func tell(_ binding: Binding, _ box: AnyBox) throws(DiagnosticsError) {
    guard let product = binding.entry.finishing?.subject(box), !tellWhole(product) else { return }
    throw toldElsewhere(product, binding)
  }

  /// As ``tell(_:_:)``, on the main actor where the product wants to be told there.
  func tellAwaiting(_ binding: Binding, _ box: AnyBox) async throws(DiagnosticsError) {
    guard let finishing = binding.entry.finishing, let product = finishing.subject(box),
      !tellWhole(product)
    else { return }
    let isTold = await MainActor.run { finishing.subject(box).map(tellWhole) ?? true }
    if !isTold { throw toldElsewhere(product, binding) }
  }

  /// On behalf of what is being built, and as a part of the same request.
  private var inside: ResolutionContext {
    ResolutionContext(container, store, requester: construction, graph: construction.graph)
  }
}

extension Binding {
  /// The injected properties that neither the factory nor a definition sets.
  fileprivate func pointsToFill(_ box: AnyBox) -> [InjectionPoint] {
    guard let product = entry.finishing?.subject(box),
      type(of: product) is any Injectable.Type
    else { return [] }
    var planned = Set(properties.map(\.property.signature.name))
    return InjectionPoint.all(of: product as AnyObject).filter { point in
      // Once for each name: a subclass may use it again.
      planned.remove(point.name) == nil && !point.property.isSet
    }
  }
}
