public import PatchbayCore
import PatchbayDiagnostics

extension ServiceDefinition {
  /// Sets how long an instance is kept; a service is a singleton by default.
  public func scope(
    _ scope: ScopeName, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let said = Said(text: scope.description, location: SwiftLocation(fileID: fileID, line: line))
    return adding { $0.scope = $1.located(said, over: $0.scope, "scope", of: $0.key) }
  }

  /// Adds the service to those with a tag.
  ///
  /// - Parameters:
  ///   - name: The tag.
  ///   - priority: The order among the services with the tag, highest first.
  ///   - attributes: Further data about the service under this tag.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The definition with the tag added.
  public func tag(
    _ name: String, priority: Int = 0,
    attributes: KeyValuePairs<String, ParameterValue> = [:],
    fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let said = Said(text: name, location: SwiftLocation(fileID: fileID, line: line))
    let attributes = attributes.map { ($0.key, ArgumentValue($0.value)) }
    return adding { $1.addTag(said, priority: priority, attributes, to: &$0) }
  }

  /// Narrows the contracts under which the service is found by type; references to its key are not
  /// affected.
  ///
  /// - Parameters:
  ///   - contracts: Types that its factory provides, such as `(any Mailer).self`.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The definition with these contracts.
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

  /// Builds the service when its container starts.
  public func eager(_ isEager: Bool = true) -> Self {
    adding { definition, _ in definition.eager = isEager }
  }

  /// Starts the service after others and stops it before them, without building them.
  public func after(_ keys: String..., fileID: String = #fileID, line: Int = #line) -> Self {
    let location = SwiftLocation(fileID: fileID, line: line)
    return adding { definition, writer in
      definition.after += keys.map { writer.located(Said(text: $0, location: location)) }
    }
  }

  /// Starts the service after another one and stops it before that one, without building it.
  public func after<Other>(
    _ key: ServiceKey<Other>, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    after(key.name, fileID: fileID, line: line)
  }

  /// Limits how long the service's hooks may take; a limit that is nil keeps the container's
  /// default.
  public func timeouts(start: Duration? = nil, stop: Duration? = nil) -> Self {
    adding { definition, _ in
      definition.timeouts.start = start ?? definition.timeouts.start
      definition.timeouts.stop = stop ?? definition.timeouts.stop
    }
  }

  /// Reports a warning for every reference to the service.
  ///
  /// - Parameters:
  ///   - advice: What to use instead.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The definition marked as deprecated.
  public func deprecated(
    _ advice: String, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let said = Said(text: advice, location: SwiftLocation(fileID: fileID, line: line))
    return adding {
      $0.deprecated = $1.located(said, over: $0.deprecated, "deprecation", of: $0.key)
    }
  }

  /// Describes the service for people and tools.
  public func description(_ text: String) -> Self {
    adding { definition, _ in definition.summary = text }
  }
}
