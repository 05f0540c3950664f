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
    get { neverCalled() }
    set { assign(name, Parameters([name: newValue], fileID: fileID, line: line)) }
  }

  /// Sets a parameter to a value that is written as text: a number, a flag, a string.
  @_disfavoredOverload
  public subscript<Value: LosslessStringConvertible & Sendable>(
    name: String, fileID: String = #fileID, line: Int = #line
  ) -> Value {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { neverCalled() }
    set { self[name, fileID, line] = ParameterValue.text(newValue.description) }
  }

  /// Sets a parameter to a list of values that are written as text.
  @_disfavoredOverload
  public subscript<Value: LosslessStringConvertible & Sendable>(
    name: String, fileID: String = #fileID, line: Int = #line
  ) -> [Value] {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { neverCalled() }
    set { self[name, fileID, line] = ParameterValue.list(newValue.map { .text($0.description) }) }
  }

  /// Sets a parameter to a map of values that are written as text.
  @_disfavoredOverload
  public subscript<Value: LosslessStringConvertible & Sendable>(
    name: String, fileID: String = #fileID, line: Int = #line
  ) -> [String: Value] {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { neverCalled() }
    set {
      self[name, fileID, line] = ParameterValue.map(newValue.mapValues { .text($0.description) })
    }
  }

  /// Defines a service with a closure.
  public subscript<Service: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> @Sendable () throws -> Service {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { neverCalled() }
    set { assign(key, Provide(key, as: Service.self, fileID: fileID, line: line, make: newValue)) }
  }

  /// Defines a service with a closure that resolves its dependencies itself.
  public subscript<Service: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> @Sendable (Resolver) throws -> Service {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { neverCalled() }
    set { assign(key, Provide(key, as: Service.self, fileID: fileID, line: line, make: newValue)) }
  }

  /// Defines a service as an existing instance, found under the type of the variable or the
  /// expression.
  @_disfavoredOverload  // A closure in braces makes the service; it is not the service.
  public subscript<Service: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> Service {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { neverCalled() }
    set { assign(key, Provide(key, instance: newValue, fileID: fileID, line: line)) }
  }

  /// Defines a closure as a service that is the closure itself.
  public subscript<Closure: Sendable>(
    key: String, fileID: String = #fileID, line: Int = #line
  ) -> Protected<Closure> {
    @available(*, unavailable, message: "ask the container that is made of the definitions")
    get { neverCalled() }
    set { assign(key, Provide(ServiceKey(unnumbered: key), newValue, fileID: fileID, line: line)) }
  }

  /// Replaces the statements about a name by those of a module.
  private mutating func assign(_ name: String, _ module: some Module) {
    statements = statements.compactMap { $0.without(name) }
    add(module)
  }
}

extension ProgramStatement {
  /// Returns the parts of the statement about other names; nil if it is about that name alone.
  func without(_ name: String) -> ProgramStatement? {
    switch self {
    case .service(let draft):
      // A decorator without a key of its own stays with the key that it decorates.
      if draft.isDecorator { return self }
      return draft.key.text == name ? nil : self
    case .alias(let alias): return alias.key == name ? nil : self
    case .removal(let key): return key.text == name ? nil : self
    case .parameters(let parameters):
      let rest = parameters.values.reduce(into: [:]) { rest, entry in
        rest[entry.key] = entry.value.without(name, standingAt: entry.key)
      }
      return rest.isEmpty ? nil : .parameters(Parameters(rest, at: parameters.location))
    case .scopes, .roots, .requests: return self
    }
  }
}

extension ParameterValue {
  /// Returns a parameter's value, with its own name, without the part that a dotted name refers to;
  /// nil if it is empty.
  fileprivate func without(_ name: String, standingAt own: String) -> ParameterValue? {
    if own == name || own.hasPrefix(name + ".") { return nil }
    return name.hasPrefix(own + ".") ? without(name.dropFirst(own.count + 1)) : self
  }

  private func without(_ path: Substring) -> ParameterValue? {
    // Only a map can have other parts than the one that is replaced.
    guard case .map(var entries) = self else { return nil }
    let parts = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts[0])
    entries[key] = parts.count > 1 ? entries[key]?.without(parts[1]) : nil
    return .map(entries)
  }
}
