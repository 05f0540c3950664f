import PatchbayDiagnostics

extension CatalogEntry {
  /// The same factory with the injected properties of the instance that it gives, where there are any
  /// and they are not set yet.
  ///
  /// The instance is there before the plan is made, and so its properties take part in it: they are
  /// checked and filled like those that a factory declares, and may close cycles.
  ///
  /// - Parameters:
  ///   - instance: what the factory's closure gives every time.
  ///   - layer: the layer that the arguments count as part of.
  /// - Returns: the factory, and what the definition has to say under `properties`.
  func injecting(_ instance: Any, layer: Int) -> (entry: CatalogEntry, properties: [Argument]) {
    guard type(of: instance) is any SelfInjecting.Type else { return (self, []) }
    var entry = self
    var arguments: [Argument] = []
    for point in InjectionPoint.all(of: instance as AnyObject)
    where !point.property.isSet && !point.property.takesContainer {
      let signature = point.signature
      // A name that a subclass uses again is another property.
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
      let place = SourcePlace.swift(point.property.location)
      let provenance = Provenance(Origin(place: place, layer: layer))
      let key = Located(point.key, provenance)
      let isOptional = signature.kind == .optionalService
      arguments.append(
        Argument(
          name: signature.name,
          namePlace: place,
          value: ConfigurationValue(
            .service(ServiceUse(isOptional ? .optional(key) : .reference(key), place: place)),
            provenance
          )
        )
      )
    }
    return (entry, arguments)
  }
}
