import PatchbayCore
import PatchbayDiagnostics

/// The declared scopes, outermost first. Only one declaration is allowed over all layers.
public struct Scopes: Module, SingleStatement {
  private let names: [SwiftName]

  /// Declares scopes.
  ///
  /// - Parameters:
  ///   - names: The scopes, outermost first.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(_ names: String..., fileID: String = #fileID, line: Int = #line) {
    let location = SwiftLocation(fileID: fileID, line: line)
    self.names = names.map { SwiftName(text: $0, location: location) }
  }

  var statement: ProgramStatement { .scopes(names) }
}
