import PatchbayDiagnostics

/// A definition whose factory belongs to a catalog, and declares what it is given.
public protocol TakesArguments: ServiceDefinition {}

extension TakesArguments {
  /// Gives an argument to the factory.
  ///
  /// - Parameters:
  ///   - name: the name of a parameter that the factory declares.
  ///   - value: a value, or the use of a service.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  public func argument(
    _ name: String, _ value: ArgumentValue, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    var copy = self
    let said = Said(text: name, location: SwiftLocation(fileID: fileID, line: line))
    copy.draft.arguments.append(.init(name: said, value: value))
    return copy
  }

  /// Gives a value to the factory that is written as text: a number, a flag, a string.
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
  ///   - name: the name of a declared property.
  ///   - value: a value, or the use of a service.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  public func property(
    _ name: String, _ value: ArgumentValue, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    var copy = self
    let said = Said(text: name, location: SwiftLocation(fileID: fileID, line: line))
    copy.draft.properties.append(.init(name: said, value: value))
    return copy
  }

  /// Sets a property to a value that is written as text: a number, a flag, a string.
  @_disfavoredOverload
  public func property(
    _ name: String, _ value: some LosslessStringConvertible,
    fileID: String = #fileID, line: Int = #line
  ) -> Self {
    property(name, .text("\(value)"), fileID: fileID, line: line)
  }
}
