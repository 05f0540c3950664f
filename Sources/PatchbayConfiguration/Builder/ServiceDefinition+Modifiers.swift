public import PatchbayCore
import PatchbayDiagnostics

extension ServiceDefinition {
  /// Sets how long an instance is kept; a service is a singleton by default.
  public func scope(
    _ scope: ScopeName, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    setting(.scope, .text(scope.description), at: SwiftLocation(fileID: fileID, line: line))
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
      .tags, named: name, ArgumentValue(content: .map(entries)),
      at: SwiftLocation(fileID: fileID, line: line))
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
    setting(
      .provides, .list(contracts.map { .text(TypeName($0).qualifiedContractName) }),
      at: SwiftLocation(fileID: fileID, line: line))
  }

  /// Builds the service when its container starts.
  public func eager(_ isEager: Bool = true) -> Self {
    setting(.eager, .text("\(isEager)"))
  }

  /// Sets whether the container has the service.
  ///
  /// A disabled definition keeps its key and is checked, but nothing can refer to it except
  /// `.optional`, which is then nil, and it is never built.
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
      .enabled, .text("\(isEnabled)"), at: SwiftLocation(fileID: fileID, line: line))
  }

  /// Starts the service after others and stops it before them, without building them.
  public func after(_ keys: String..., fileID: String = #fileID, line: Int = #line) -> Self {
    setting(
      .after, .list(keys.map { .text($0) }), at: SwiftLocation(fileID: fileID, line: line))
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
    let starting = start.map { setting(.timeouts, named: "start", .duration($0)) } ?? self
    return stop.map { starting.setting(.timeouts, named: "stop", .duration($0)) } ?? starting
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
      copy = copy.setting(.retry, named: "attempts", .text("\(attempts)"), at: location)
    }
    if let pause {
      let (low, high) = (pause.lowerBound.configurationText, pause.upperBound.configurationText)
      copy = copy.setting(.retry, named: "pause", .text("\(low)..\(high)"), at: location)
    }
    return copy
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
    setting(.deprecated, .text(advice), at: SwiftLocation(fileID: fileID, line: line))
  }

  /// Describes the service for people and tools.
  public func description(_ text: String) -> Self {
    setting(.description, .text(text))
  }
}

extension ArgumentValue {
  fileprivate static func duration(_ duration: Duration) -> Self {
    .text(duration.configurationText)
  }
}
