public import PatchbayCore
import PatchbayDiagnostics

/// A definition of a service with a type of the catalog, like an entry of a file.
///
/// ```swift
/// Define("users", "PostgresUserStore")
///   .argument("pool", .reference("pool"))
///   .argument("cache", .optional("cache"))
///   .tag("health-check", priority: 10)
/// ```
public struct Define: ServiceDefinition, TakesArguments {
  /// The state of the definition; only Patchbay reads it.
  public var draft: DefinitionDraft

  /// Defines a service.
  ///
  /// - Parameters:
  ///   - key: The service's key.
  ///   - type: A type name of the catalog.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(
    _ key: String, _ type: String, fileID: String = #fileID, line: Int = #line
  ) {
    let name = SwiftName(text: key, location: SwiftLocation(fileID: fileID, line: line))
    draft = DefinitionDraft(name, type: type)
  }

  /// Defines the service of a typed key.
  public init<Service>(
    _ key: ServiceKey<Service>, _ type: String, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(key.name, type, fileID: fileID, line: line)
  }

  /// Makes the service a decorator: requests for the other key return this service, which wraps the
  /// original one.
  ///
  /// The decorated service is ``ArgumentValue/inner``.
  ///
  /// - Parameters:
  ///   - key: The key of the service to decorate.
  ///   - priority: The order of several decorators: higher ones are closer to the original. Of
  ///     equal ones, the earlier definition is closer.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The definition as a decorator.
  public func decorates(
    _ key: String, priority: Int = 0, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let location = SwiftLocation(fileID: fileID, line: line)
    let decorator = setting(.decorates, at: location, .other { $0.decorates = Located(key, $1) })
    guard priority != 0 else { return decorator }
    return decorator.setting(.priority, at: location, .priority(priority))
  }

  /// Passes the one service that provides the declared type to each service parameter without an
  /// argument.
  public func autowire(_ isAutowired: Bool = true) -> Self {
    setting(.autowire, .other { definition, _ in definition.autowire = isAutowired })
  }
}
