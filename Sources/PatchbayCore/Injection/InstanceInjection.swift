package import PatchbayDiagnostics

/// An injected property of an instance that a program hands in, and the service that it asks for.
package struct InstanceProperty {
  package let name: String
  /// Where the property is declared.
  package let location: SwiftLocation
  package let key: String
  package let isOptional: Bool
}

extension CatalogEntry {
  /// Returns the same factory with the unset injected properties of the instance that it returns,
  /// if there are any.
  ///
  /// The instance exists before the plan is made, and so the plan includes its properties: they are
  /// checked and set like those that a factory declares, and may close cycles.
  ///
  /// - Parameter instance: The instance that the factory's closure always returns.
  /// - Returns: The factory, and the properties that the definition sets.
  package func injecting(
    _ instance: any Sendable
  ) -> (entry: CatalogEntry, properties: [InstanceProperty]) {
    guard type(of: instance) is AnyObject.Type else { return (self, []) }
    let isObserver = type(of: instance) is any InjectionObserver.Type
    guard type(of: instance) is any Injectable.Type else {
      return (isObserver ? changing { $0.extras.handedIn = HandedIn(instance) } : self, [])
    }
    let points = InjectionPoint.all(of: instance as AnyObject)
    // The factory's closure retains the object: it can be handed out before its properties are set.
    var entry = changing {
      $0.identity = .constant
      $0.isPlanned = !points.contains { $0.takesContainer }
      if isObserver || points.contains(where: { !$0.property.isSet }) {
        $0.extras.handedIn = HandedIn(instance)
      }
    }
    var properties: [InstanceProperty] = []
    for point in points where !point.property.isSet && !point.takesContainer {
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
      properties.append(
        InstanceProperty(
          name: signature.name, location: point.property.location, key: point.key,
          isOptional: signature.kind == .optionalService))
    }
    return (entry, properties)
  }
}
