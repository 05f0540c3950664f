import PatchbayCore
import PatchbayDiagnostics

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
