/// What a load may reach, how much it may take, and which sources `$(…)` may name.
public struct LoadSettings: Sendable {
  /// The folder that imports and `$(file:…)` stay inside, symbolic links resolved; nil for the
  /// folder of the root file, or the working directory where the root is no file.
  public var root: String?
  /// Folders outside the root from which `$(file:…)` may read, such as one of mounted secrets.
  public var readableDirectories: [String]
  /// How much one load may read and make.
  public var limits: LoadLimits
  /// The program's own sources by name: `vault` answers `$(vault:path)`.
  ///
  /// The names `env`, `file` and `path` are taken.
  public var interpolationSources: [String: any InterpolationSource]

  /// Makes settings; what is left out is as the properties say.
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
