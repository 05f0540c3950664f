extension Definitions {
  /// Adds whatever a module says.
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
  public subscript(
    name: String, fileID: String = #fileID, line: Int = #line
  ) -> ParameterValue {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { add(Parameters([name: newValue], fileID: fileID, line: line)) }
  }

  /// Defines a service with a closure.
  public subscript<Service: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> @Sendable () throws -> Service {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { add(Provide(key, as: Service.self, fileID: fileID, line: line, make: newValue)) }
  }

  /// Defines a service with a closure that asks the container for what it needs.
  public subscript<Service: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> @Sendable (Resolver) throws -> Service {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { add(Provide(key, as: Service.self, fileID: fileID, line: line, make: newValue)) }
  }

  /// Hands a closure in as the service itself.
  public subscript<Closure: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> Protected<Closure> {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { preconditionFailure("unavailable") }
    set { add(Provide(ServiceKey(key), newValue, fileID: fileID, line: line)) }
  }
}
