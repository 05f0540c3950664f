public import PatchbayCore
import PatchbayDiagnostics

/// A change of a service that a lower layer defines, like an entry without `type` in a file.
///
/// ```swift
/// Change("pool").argument("size", 40)
/// ```
///
/// An argument, a property, a tag or a field that is set here replaces the lower one as a whole;
/// everything else stays. If no lower layer defines the service, the plan reports
/// `patch-without-base`.
public struct Change: ServiceDefinition, TakesArguments {
  /// The state of the definition; only Patchbay reads it.
  public var draft: DefinitionDraft

  /// Changes a service.
  ///
  /// - Parameters:
  ///   - key: The service's key.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(_ key: String, fileID: String = #fileID, line: Int = #line) {
    let name = SwiftName(text: key, location: SwiftLocation(fileID: fileID, line: line))
    draft = DefinitionDraft(name, type: nil)
  }

  /// Changes the service of a typed key.
  public init<Service>(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(key.name, fileID: fileID, line: line)
  }
}
