import PatchbayDiagnostics

/// Names the services that the program resolves, so that a plan can warn of those nobody uses.
public struct Roots: Module {
  private let keys: [Said]

  /// Names roots.
  ///
  /// - Parameters:
  ///   - keys: the keys that the program resolves.
  ///   - fileID: where they are named, for messages.
  ///   - line: where they are named, for messages.
  public init(_ keys: String..., fileID: String = #fileID, line: Int = #line) {
    let location = SwiftLocation(fileID: fileID, line: line)
    self.keys = keys.map { Said(text: $0, location: location) }
  }

  public var definitions: Definitions { Definitions([.roots(keys)]) }
}
