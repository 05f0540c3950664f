import PatchbayDiagnostics

/// Changes some of what a lower layer says about a service, as an entry without `type` does in a file.
///
/// ```swift
/// Change("pool").argument("size", 40)
/// ```
///
/// An argument, a property, a tag or a field that is said here replaces the one below as a whole;
/// everything else stays. Without a definition below it is the error `patch-without-base`.
public struct Change: ServiceDefinition, TakesArguments {
  public var draft: DefinitionDraft

  /// Changes a service.
  ///
  /// - Parameters:
  ///   - key: the service's key.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  public init(_ key: String, fileID: String = #fileID, line: Int = #line) {
    let said = Said(text: key, location: SwiftLocation(fileID: fileID, line: line))
    draft = DefinitionDraft(said, .change)
  }

  /// Changes the service of a typed key.
  public init<Service>(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(key.name, fileID: fileID, line: line)
  }
}
