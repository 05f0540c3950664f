import PatchbayDiagnostics

/// Removes what a lower layer defines: a file's `!remove`.
///
/// Where nothing is defined below it is the error `remove-without-base`, and a reference left behind is
/// `removed-service`.
public struct Remove: Module {
  private let key: Said

  /// Removes a service or an alias.
  ///
  /// - Parameters:
  ///   - key: its key.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  public init(_ key: String, fileID: String = #fileID, line: Int = #line) {
    self.key = Said(text: key, location: SwiftLocation(fileID: fileID, line: line))
  }

  public var definitions: Definitions { Definitions([.removal(key)]) }
}
