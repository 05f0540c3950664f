import PatchbayDiagnostics

extension CatalogEntry {
  /// The same factory with the injected properties of the instance that it gives, where there are any
  /// and they are not set yet.
  ///
  /// The instance is there before the plan is made, and so its properties take part in it: they are
  /// checked and filled like those that a factory declares, and may close cycles.
  ///
  /// - Parameter instance: What the factory's closure gives every time.
  /// - Returns: The factory, and what the definition gives to its properties.
  func injecting(
    _ instance: any Sendable
  ) -> (entry: CatalogEntry, properties: [DefinitionDraft.Gift]) {
    // The first question is asked of a type's kind; the others cost a search among all conformances.
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
      // A name that a subclass uses again is filled as in a product: when it is built.
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
