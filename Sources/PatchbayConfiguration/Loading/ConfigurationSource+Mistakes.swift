public import PatchbayCore
public import PatchbayDiagnostics

// Texts in place of sources; see `Definitions+Mistakes.swift`.

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
}
