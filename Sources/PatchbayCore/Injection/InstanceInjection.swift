import PatchbayDiagnostics

extension CatalogEntry {
  /// Returns the same factory with the unset injected properties of the instance that it returns,
  /// if there are any.
  ///
  /// The instance exists before the plan is made, and so the plan includes its properties: they are
  /// checked and set like those that a factory declares, and may close cycles.
  ///
  /// - Parameter instance: The instance that the factory's closure always returns.
  /// - Returns: The factory, and the arguments that the definition passes to its properties.
  func injecting(
    _ instance: any Sendable
  ) -> (entry: CatalogEntry, properties: [DefinitionDraft.Gift]) {
    // This check reads only the kind of the type; the others search all conformances.
    guard type(of: instance) is AnyObject.Type else { return (self, []) }
    let isObserver = type(of: instance) is any InjectionObserver.Type
    guard type(of: instance) is any Injectable.Type else {
      return (isObserver ? handingIn(instance) : self, [])
    }
    let points = InjectionPoint.all(of: instance as AnyObject)
    var entry = alwaysThere(isPlanned: !points.contains { $0.property.takesContainer })
    if isObserver || points.contains(where: { !$0.property.isSet }) {
      entry = entry.handingIn(instance)
    }
    var gifts: [DefinitionDraft.Gift] = []
    for point in points where !point.property.isSet && !point.property.takesContainer {
      let signature = point.signature
      // A name that a subclass uses again is set as in a product: when it is built.
      guard !entry.properties.contains(where: { $0.signature.name == signature.name }) else {
        continue
      }
      entry = entry.adding(
        Property(
          signature: signature,
          setter: .immediate { box, supplied in
            point.fill(supplied)
            return box
          }
        )
      )
      gifts.append(
        .init(
          name: Said(text: signature.name, location: point.property.location),
          value: signature.kind == .optionalService
            ? .optional(point.key) : .reference(point.key)
        )
      )
    }
    return (entry, gifts)
  }
}
