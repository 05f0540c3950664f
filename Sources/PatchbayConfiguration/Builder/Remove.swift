import PatchbayCore
import PatchbayDiagnostics

/// The removal of a service or an alias that a lower layer defines: a file's `!remove`.
///
/// If no lower layer defines the key, the plan reports `remove-without-base`; a remaining reference
/// to it is reported as `removed-service`.
public struct Remove: Module, SingleStatement {
  private let key: SwiftName

  /// Removes a service or an alias.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(_ key: String, fileID: String = #fileID, line: Int = #line) {
    self.key = SwiftName(text: key, location: SwiftLocation(fileID: fileID, line: line))
  }

  var statement: ProgramStatement { .removal(key) }
}
