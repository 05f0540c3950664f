public import PatchbayCore
import PatchbayDiagnostics

extension Alias: Module, SingleStatement {
  /// Defines a second key for a service.
  ///
  /// - Parameters:
  ///   - key: The second key.
  ///   - target: The key of the service, or another alias.
  ///   - advice: What to use instead, if the alias is deprecated.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(
    _ key: String, of target: String, deprecated advice: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) {
    // The layer is set when the definitions are added to one.
    let place = SourcePlace.swift(SwiftLocation(fileID: fileID, line: line))
    let provenance = Provenance(Origin(place: place, layer: 0))
    self.init(
      key: key, provenance: provenance, target: Located(target, provenance),
      deprecated: advice.map { Located($0, provenance) })
  }

  var statement: ProgramStatement { .alias(self) }
}
