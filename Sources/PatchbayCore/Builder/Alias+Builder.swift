import PatchbayDiagnostics

extension Alias: Module {
  /// Lets a second key stand for a service.
  ///
  /// - Parameters:
  ///   - key: the second key.
  ///   - target: the key that it stands for, or another alias.
  ///   - advice: where it is deprecated, what to do instead.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  public init(
    _ key: String, of target: String, deprecated advice: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) {
    // The layer is known when the definitions find their place.
    let place = SourcePlace.swift(SwiftLocation(fileID: fileID, line: line))
    let provenance = Provenance(Origin(place: place, layer: 0))
    self.init(
      key: key, provenance: provenance, target: Located(target, provenance),
      deprecated: advice.map { Located($0, provenance) })
  }

  public var definitions: Definitions { Definitions([.alias(self)]) }
}
