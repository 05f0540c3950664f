import PatchbayDiagnostics

extension ServiceDefinition {
  /// Says how long an instance is kept; a singleton where nothing is said.
  public func scope(
    _ scope: ScopeName, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let said = Said(text: scope.description, location: SwiftLocation(fileID: fileID, line: line))
    return adding { $0.scope = $1.located(said, over: $0.scope, "scope", of: $0.key) }
  }

  /// Puts the service under a tag, for those who take all services of it.
  ///
  /// - Parameters:
  ///   - name: the tag.
  ///   - priority: orders the services of the tag, high first.
  ///   - attributes: whatever else there is to say.
  public func tag(
    _ name: String, priority: Int = 0,
    attributes: KeyValuePairs<String, ParameterValue> = [:],
    fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let said = Said(text: name, location: SwiftLocation(fileID: fileID, line: line))
    let attributes = attributes.map { ($0.key, ArgumentValue($0.value)) }
    return adding { $1.addTag(said, priority: priority, attributes, to: &$0) }
  }

  /// Narrows the contracts under which the service is found by type; never what refers to its key.
  ///
  /// - Parameter contracts: types that its factory provides, such as `(any Mailer).self`.
  public func provides(
    only contracts: Any.Type..., fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let location = SwiftLocation(fileID: fileID, line: line)
    let names = contracts.map {
      Said(text: TypeName($0).qualifiedContractName, location: location)
    }
    return adding { definition, writer in
      definition.provides = names.map { writer.located($0) }
    }
  }

  /// Has the service built when its container starts.
  public func eager(_ isEager: Bool = true) -> Self {
    adding { definition, _ in definition.eager = isEager }
  }

  /// Starts the service after others, and stops it before them; it builds none of them.
  public func after(_ keys: String..., fileID: String = #fileID, line: Int = #line) -> Self {
    let location = SwiftLocation(fileID: fileID, line: line)
    return adding { definition, writer in
      definition.after += keys.map { writer.located(Said(text: $0, location: location)) }
    }
  }

  /// Starts the service after another one, and stops it before that; it builds none of them.
  public func after<Other>(
    _ key: ServiceKey<Other>, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    after(key.name, fileID: fileID, line: line)
  }

  /// Limits how long its hooks may take; what is not said is the container's own limit.
  public func timeouts(start: Duration? = nil, stop: Duration? = nil) -> Self {
    adding { definition, _ in
      definition.timeouts.start = start ?? definition.timeouts.start
      definition.timeouts.stop = stop ?? definition.timeouts.stop
    }
  }

  /// Warns whoever refers to the service.
  ///
  /// - Parameter advice: what to do instead.
  public func deprecated(
    _ advice: String, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let said = Said(text: advice, location: SwiftLocation(fileID: fileID, line: line))
    return adding {
      $0.deprecated = $1.located(said, over: $0.deprecated, "deprecation", of: $0.key)
    }
  }

  /// Says for people and tools what the service is.
  public func description(_ text: String) -> Self {
    adding { definition, _ in definition.summary = text }
  }
}
