import PatchbayYAML

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

/// The limits of one load; exceeding a limit is an error that names it.
///
/// The limits prevent a broken or hostile file from costing more than a moment. Raise them for a
/// load that is intentionally larger.
public struct LoadLimits: Sendable, Hashable {
  /// The maximum size of one file in bytes.
  public var fileBytes = 1 << 20
  /// The maximum size of all files of a load in bytes: the root file with its imports, one sibling,
  /// the overlays.
  public var loadBytes = 4 << 20
  /// The maximum number of files that a load may import.
  public var importedFiles = 64
  /// The maximum nesting of imports.
  public var importDepth = 16
  /// The maximum nesting of the nodes of one file; 128 at most, because deeper ones would not fit
  /// on the stack of every thread.
  public var depth = 64
  /// The maximum number of parser events of one file, including those of expanded aliases.
  public var events = 200_000
  /// The maximum number of anchors, `&name`, of one file.
  public var anchors = 1_000
  /// The maximum number of aliases, `*name`, of one file.
  public var aliases = 1_000
  /// The maximum number of lines before the document that begin with `%`.
  public var directiveLines = 16
  /// The maximum number of parts that the files may multiply: entries, elements and tags that
  /// `extends` and `defaults` copy, services that `!tagged` collects or that fit a parameter, files
  /// that an import looks at, and texts that `$(…)` repeats, of which eight bytes are a part.
  ///
  /// A part that is read or copied once counts nothing.
  public var expandedParts = 1_000_000
  /// The maximum length of a mapping's key in bytes.
  public var keyBytes = 1_024
  /// The maximum length of a service's key in bytes.
  public var serviceKeyBytes = 256
  /// The maximum nesting of `$(…)`; 32 at most, because each takes a part of the thread's stack.
  public var interpolationDepth = 16
  /// The maximum size of one value after interpolation in bytes.
  public var valueBytes = 1 << 20

  /// Creates the default limits, which suit nearly all configurations.
  public init() {}

  /// The effective maximum depth.
  var safeDepth: Int { min(depth, 128) }

  static let deepestInterpolation = 32
  var safeInterpolationDepth: Int { min(interpolationDepth, Self.deepestInterpolation) }

  var yaml: YAMLLimits {
    var limits = YAMLLimits()
    limits.fileBytes = fileBytes
    limits.depth = safeDepth
    limits.events = events
    limits.anchors = anchors
    limits.aliases = aliases
    limits.directiveLines = directiveLines
    limits.keyBytes = keyBytes
    return limits
  }
}
