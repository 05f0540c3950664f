import PatchbayDiagnostics

/// Defines a service with a type of the catalog, as an entry of a file does.
///
/// ```swift
/// Define("users", "PostgresUserStore")
///   .argument("pool", .reference("pool"))
///   .argument("cache", .optional("cache"))
///   .tag("health-check", priority: 10)
/// ```
public struct Define: ServiceDefinition, TakesArguments {
  public var draft: DefinitionDraft

  /// Defines a service.
  ///
  /// - Parameters:
  ///   - key: the service's key.
  ///   - type: a type name of the catalog.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  public init(
    _ key: String, _ type: String, fileID: String = #fileID, line: Int = #line
  ) {
    let said = Said(text: key, location: SwiftLocation(fileID: fileID, line: line))
    draft = DefinitionDraft(said, .definition(type: type))
  }

  /// Defines the service of a typed key.
  public init<Service>(
    _ key: ServiceKey<Service>, _ type: String, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(key.name, type, fileID: fileID, line: line)
  }

  /// Puts the service before another one: whoever asks for that key gets this service first.
  ///
  /// What stood there before is ``ArgumentValue/inner``.
  ///
  /// - Parameters:
  ///   - key: the key that is decorated.
  ///   - priority: the higher, the nearer to the original; of equals, the earlier is nearer.
  public func decorates(
    _ key: String, priority: Int = 0, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let said = Said(text: key, location: SwiftLocation(fileID: fileID, line: line))
    return adding { definition, writer in
      definition.decorates = writer.located(
        said, over: definition.decorates, "target", of: definition.key)
      definition.priority = priority
    }
  }

  /// Fills service parameters that are left out with the one service that provides their type.
  public func autowire(_ isAutowired: Bool = true) -> Self {
    adding { definition, _ in definition.autowire = isAutowired }
  }
}
