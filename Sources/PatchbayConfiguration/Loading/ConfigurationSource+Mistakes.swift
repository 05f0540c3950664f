public import PatchbayCore
public import PatchbayDiagnostics

// Texts in place of sources; see `Definitions+Mistakes.swift`.

extension ConfigurationSource {
  /// Unavailable: the name is another.
  @available(*, unavailable, renamed: "inline(_:)")
  public static func yaml(_ text: String) -> Self { neverCalled() }

  /// Unavailable: the name is the Swift line.
  @available(
    *, unavailable,
    message:
      "messages name the Swift line of an inline text: leave `name:` out, or write `.bytes(Array(yaml.utf8), name: \"…\")`"
  )
  public static func inline(_ yaml: String, name: String) -> Self { neverCalled() }
}

extension ServiceConfiguration {
  /// Unavailable: the path is no source.
  @available(
    *, unavailable,
    message: "a path in a variable is no source: write `ConfigurationSource(path: path)`"
  )
  @_disfavoredOverload
  public init(
    _ path: some StringProtocol, settings: LoadSettings = LoadSettings()
  ) throws(DiagnosticsError) { neverCalled() }
}

extension Plan {
  /// Unavailable: the paths are no sources.
  @available(
    *, unavailable,
    message: "a path in a variable is no source: write `ConfigurationSource(path: path)`"
  )
  @_disfavoredOverload
  public func overlaid(
    by paths: [some StringProtocol], parameters: [String: ParameterValue] = [:]
  ) throws(DiagnosticsError) -> Plan { neverCalled() }
}

extension Container {
  /// Unavailable: the paths are no sources.
  @available(
    *, unavailable,
    message: "a path in a variable is no source: write `ConfigurationSource(path: path)`"
  )
  @_disfavoredOverload
  public func overlaid<Path: StringProtocol>(
    by paths: Path..., parameters: [String: ParameterValue] = [:]
  ) throws(DiagnosticsError) -> Container { neverCalled() }

  /// Unavailable: the paths are no sources.
  @available(
    *, unavailable,
    message: "a path in a variable is no source: write `ConfigurationSource(path: path)`"
  )
  @_disfavoredOverload
  public func overlaid(
    by paths: [some StringProtocol], parameters: [String: ParameterValue] = [:]
  ) throws(DiagnosticsError) -> Container { neverCalled() }
}
