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

/// A definition that passes arguments to a factory of the catalog.
public protocol TakesArguments: ServiceDefinition {}

extension TakesArguments {
  /// Passes an argument to the factory.
  ///
  /// - Parameters:
  ///   - name: The name of a parameter that the factory declares.
  ///   - value: A value, or the use of a service.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The definition with the argument added.
  public func argument(
    _ name: String, _ value: ArgumentValue, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    setting(
      .arguments, named: name, at: SwiftLocation(fileID: fileID, line: line), .value(value))
  }

  /// Passes an argument that is written as text to the factory: a number, a Boolean, a string.
  @_disfavoredOverload
  public func argument(
    _ name: String, _ value: some LosslessStringConvertible,
    fileID: String = #fileID, line: Int = #line
  ) -> Self {
    argument(name, .text("\(value)"), fileID: fileID, line: line)
  }

  /// Sets a property that the factory declares.
  ///
  /// - Parameters:
  ///   - name: The name of a declared property.
  ///   - value: A value, or the use of a service.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The definition with the property set.
  public func property(
    _ name: String, _ value: ArgumentValue, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    setting(
      .properties, named: name, at: SwiftLocation(fileID: fileID, line: line), .value(value))
  }

  /// Sets a property to a value that is written as text: a number, a Boolean, a string.
  @_disfavoredOverload
  public func property(
    _ name: String, _ value: some LosslessStringConvertible,
    fileID: String = #fileID, line: Int = #line
  ) -> Self {
    property(name, .text("\(value)"), fileID: fileID, line: line)
  }
}
