import PatchbayCore
import PatchbayDiagnostics

/// The program's entry points. Services that are unreachable from them are reported as unused.
public struct Roots: Module, SingleStatement {
  private let keys: [SwiftName]

  /// Declares entry points.
  ///
  /// - Parameters:
  ///   - keys: The keys that the program resolves.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(_ keys: String..., fileID: String = #fileID, line: Int = #line) {
    let location = SwiftLocation(fileID: fileID, line: line)
    self.keys = keys.map { SwiftName(text: $0, location: location) }
  }

  var statement: ProgramStatement { .roots(keys) }
}
