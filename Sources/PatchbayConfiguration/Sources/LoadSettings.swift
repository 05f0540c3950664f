/// The settings of a load: accessible folders, limits, and the sources of `$(…)`.
public struct LoadSettings: Sendable {
  /// The folder that imports and `$(file:…)` are restricted to, symbolic links resolved; nil for
  /// the folder of the root file, or the working directory if the root is no file.
  public var root: String?
  /// Folders outside the root from which `$(file:…)` may read, such as one of mounted secrets.
  public var readableDirectories: [String]
  /// The limits of one load.
  public var limits: LoadLimits
  /// The program's own sources by name: `vault` answers `$(vault:path)`.
  ///
  /// The names `env`, `file` and `path` are reserved.
  public var interpolationSources: [String: any InterpolationSource]

  /// Creates settings; the defaults are those of the properties.
  public init(
    root: String? = nil,
    readableDirectories: [String] = [],
    limits: LoadLimits = LoadLimits(),
    interpolationSources: [String: any InterpolationSource] = [:]
  ) {
    self.root = root
    self.readableDirectories = readableDirectories
    self.limits = limits
    self.interpolationSources = interpolationSources
  }
}
