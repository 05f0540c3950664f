public import PatchbayCore

extension Definitions {
  /// Adds the definitions of a module.
  public mutating func add(_ module: some Module) {
    statements += module.definitions.statements
  }

  /// Sets a parameter.
  ///
  /// ```swift
  /// var definitions = Definitions()
  /// definitions["default_items"] = 5
  /// definitions["service"] = { Service() }
  /// ```
  ///
  /// As with any assignment, the last one wins: it replaces the parameter or service that these
  /// definitions set under the name before. Two modules that define the same name are still an
  /// error.
  public subscript(
    name: String, fileID: String = #fileID, line: Int = #line
  ) -> ParameterValue {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { assign(name, Parameters([name: newValue], fileID: fileID, line: line)) }
  }

  /// Sets a parameter to a value that is written as text: a number, a flag, a string.
  @_disfavoredOverload
  public subscript<Value: LosslessStringConvertible & Sendable>(
    name: String, fileID: String = #fileID, line: Int = #line
  ) -> Value {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { self[name, fileID, line] = ParameterValue.text(newValue.description) }
  }

  /// Sets a parameter to a list of values that are written as text.
  @_disfavoredOverload
  public subscript<Value: LosslessStringConvertible & Sendable>(
    name: String, fileID: String = #fileID, line: Int = #line
  ) -> [Value] {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { self[name, fileID, line] = ParameterValue.list(newValue.map { .text($0.description) }) }
  }

  /// Sets a parameter to a map of values that are written as text.
  @_disfavoredOverload
  public subscript<Value: LosslessStringConvertible & Sendable>(
    name: String, fileID: String = #fileID, line: Int = #line
  ) -> [String: Value] {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set {
      self[name, fileID, line] = ParameterValue.map(newValue.mapValues { .text($0.description) })
    }
  }

  /// Defines a service with a closure.
  public subscript<Service: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> @Sendable () throws -> Service {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { assign(key, Provide(key, as: Service.self, fileID: fileID, line: line, make: newValue)) }
  }

  /// Defines a service with a closure that resolves its dependencies itself.
  public subscript<Service: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> @Sendable (Resolver) throws -> Service {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { assign(key, Provide(key, as: Service.self, fileID: fileID, line: line, make: newValue)) }
  }

  /// Defines a service as an existing instance, found under the type of the variable or the
  /// expression.
  @_disfavoredOverload  // A closure in braces makes the service; it is not the service.
  public subscript<Service: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> Service {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { assign(key, Provide(key, instance: newValue, fileID: fileID, line: line)) }
  }

  /// Defines a closure as a service that is the closure itself.
  public subscript<Closure: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> Protected<Closure> {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { assign(key, Provide(ServiceKey(unnumbered: key), newValue, fileID: fileID, line: line)) }
  }

  /// Replaces the statements about a name by those of a module.
  private mutating func assign(_ name: String, _ module: some Module) {
    statements = statements.compactMap { $0.without(name) }
    add(module)
  }
}
