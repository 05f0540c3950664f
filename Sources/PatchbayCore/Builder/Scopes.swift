import PatchbayDiagnostics

/// Declares the named scopes, outermost first; once over all layers.
public struct Scopes: Module {
  private let names: [Said]

  /// Declares named scopes.
  ///
  /// - Parameters:
  ///   - names: the scopes, outermost first.
  ///   - fileID: where they are declared, for messages.
  ///   - line: where they are declared, for messages.
  public init(_ names: String..., fileID: String = #fileID, line: Int = #line) {
    let location = SwiftLocation(fileID: fileID, line: line)
    self.names = names.map { Said(text: $0, location: location) }
  }

  public var definitions: Definitions { Definitions([.scopes(names)]) }
}
