public import PatchbayCore
import PatchbayDiagnostics

/// A definition of one service in Swift, with modifiers.
///
/// ``Define``, ``Provide`` and ``Change`` are such definitions. Modifiers can be chained in any
/// order; each value can be set once.
public protocol ServiceDefinition: Module {
  /// The state of the definition; only Patchbay reads it.
  var draft: DefinitionDraft { get set }
}

extension ServiceDefinition {
  /// The definition, as a module of its own.
  public var definitions: Definitions { Definitions([.service(draft)]) }

  /// Returns the definition with a further field, or with an entry of one that is a map.
  func setting(
    _ field: EntryField, named name: String? = nil, at location: SwiftLocation? = nil,
    _ content: DefinitionDraft.Field.Content
  ) -> Self {
    var copy = self
    copy.draft.set(field, named: name, at: location, content)
    return copy
  }
}

extension ServiceDefinition {
  /// Sets how long an instance is kept; a service is a singleton by default.
  public func scope(
    _ scope: ScopeName, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let location = SwiftLocation(fileID: fileID, line: line)
    var copy = setting(.scope, at: location, .other { $0.scope = Located(scope.description, $1) })
    // A declared scope has an effect: the properties of the instance are filled where it opens.
    if copy.draft.instanceLocation != nil, [.transient, .graph, .weak].contains(scope) {
      copy.draft.diagnostics.append(
        scopeOfInstance(draft.key.text, scope.description, at: location))
    }
    return copy
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
    var entries = attributes.map { ($0.key, ArgumentValue($0.value)) }
    if priority != 0 { entries.append(("priority", .text("\(priority)"))) }
    return setting(
      .tags, named: name, at: SwiftLocation(fileID: fileID, line: line),
      .value(ArgumentValue(content: .map(entries))))
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
    let names = contracts.map { TypeName($0).qualifiedContractName }
    return setting(
      .provides, at: SwiftLocation(fileID: fileID, line: line),
      .other { definition, provenance in
        definition.provides = names.map { Located($0, provenance) }
      })
  }

  /// Builds the service when its container starts.
  public func eager(_ isEager: Bool = true) -> Self {
    setting(.eager, .other { definition, _ in definition.eager = isEager })
  }

  /// Sets whether the container has the service.
  ///
  /// A disabled definition keeps its key, but nothing can refer to it except `.optional`, which is then nil, and it is
  /// never built.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether the container has it.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The definition, enabled or disabled.
  public func enabled(
    _ isEnabled: Bool, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    setting(
      .enabled, at: SwiftLocation(fileID: fileID, line: line),
      .other { $0.disabledPlace = isEnabled ? nil : $1.place })
  }

  /// Starts the service after others and stops it before them, without building them.
  public func after(_ keys: String..., fileID: String = #fileID, line: Int = #line) -> Self {
    setting(
      .after, at: SwiftLocation(fileID: fileID, line: line),
      .other { definition, provenance in
        definition.after += keys.map { Located($0, provenance) }
      })
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
    var copy = self
    if let start {
      copy.draft.set(
        .timeouts, named: "start", .other { definition, _ in definition.timeouts.start = start })
    }
    if let stop {
      copy.draft.set(
        .timeouts, named: "stop", .other { definition, _ in definition.timeouts.stop = stop })
    }
    return copy
  }

  /// Attempts the service's `onStart` hook again when it fails; what is nil keeps what a lower layer
  /// sets, or the default.
  ///
  /// The limit `timeouts(start:)` holds for each attempt.
  ///
  /// - Parameters:
  ///   - attempts: How often the hook is attempted, the first included; 5 by default.
  ///   - pause: The first pause between two attempts, and the longest: each pause is twice as long as
  ///     the one before it. By default 200 milliseconds to 5 seconds.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  /// - Returns: The definition with the retry.
  public func retry(
    attempts: Int? = nil, pause: ClosedRange<Duration>? = nil,
    fileID: String = #fileID, line: Int = #line
  ) -> Self {
    let location = SwiftLocation(fileID: fileID, line: line)
    var copy = self
    if let attempts {
      copy.draft.set(
        .retry, named: "attempts", at: location,
        .other { definition, _ in definition.retry.attempts = attempts })
    }
    if let pause {
      let pause = RetryPause(low: pause.lowerBound, high: pause.upperBound)
      copy.draft.set(
        .retry, named: "pause", at: location,
        .other { definition, _ in definition.retry.pause = pause })
    }
    return copy
  }

  /// Sets what the program does when the service's `onRun` returns; it stops by default.
  public func ends(
    _ ending: RunEnding, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    setting(
      .ends, at: SwiftLocation(fileID: fileID, line: line),
      .other { ($0.ends, $0.endsPlace) = (ending, $1.place) })
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
    setting(
      .deprecated, at: SwiftLocation(fileID: fileID, line: line),
      .other { $0.deprecated = Located(advice, $1) })
  }

  /// Describes the service for people and tools.
  public func description(_ text: String) -> Self {
    setting(.description, .other { definition, _ in definition.summary = text })
  }
}

private func scopeOfInstance(
  _ key: String, _ scope: String, at location: SwiftLocation
) -> Diagnostic {
  Diagnostic(
    .patchWithoutEffect,
    "`\(key)` is an instance that the program hands in: the scope `\(scope)` changes nothing",
    at: .swift(location), "every request returns the instance"
  )
  .asWarning
  .fix("leave the scope out, or build the service in a closure")
}
