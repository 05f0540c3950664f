import PatchbayYAML

/// How much one load may read and make; beyond a limit is an error that names it.
///
/// The limits keep a broken or hostile file from costing more than a moment. A load that is meant
/// to be larger raises them.
public struct LoadLimits: Sendable, Hashable {
  /// The bytes of one file.
  public var fileBytes = 1 << 20
  /// The bytes of all files of a load: the root file with its imports, one sibling, the overlays.
  public var loadBytes = 4 << 20
  /// The files that a load may import.
  public var importedFiles = 64
  /// How many imports may stand one inside the other.
  public var importDepth = 16
  /// The folders that one `{ glob: … }` may look into; `**` could walk a whole disk.
  public var globFolders = 10_000
  /// How deeply the nodes of one file may be nested; 128 at most, whatever is set, as deeper ones would
  /// not fit on the stack of every thread.
  public var depth = 64
  /// The parser events of one file, those of expanded aliases included.
  public var events = 200_000
  /// The anchors, `&name`, of one file.
  public var anchors = 1_000
  /// The aliases, `*name`, of one file.
  public var aliases = 1_000
  /// The lines before the document that begin with `%`.
  public var directiveLines = 16
  /// The entries of maps and lists that all `extends` may bring together, each counted wherever it
  /// arrives. An inline service counts as six, as it takes as much memory.
  public var extendedEntries = 200_000
  /// The bytes of a mapping's key.
  public var keyBytes = 1_024
  /// The bytes of a service's key.
  public var serviceKeyBytes = 256
  /// How many `$(…)` may stand one inside the other; 32 at most, whatever is set, as each takes a part
  /// of the thread's stack.
  public var interpolationDepth = 16
  /// The bytes that one value may have after interpolation.
  public var valueBytes = 1 << 20
  /// The bytes that all interpolated values may have together.
  public var interpolatedBytes = 4 << 20

  /// Makes the limits that are good for nearly all configurations.
  public init() {}

  /// The depth that counts.
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
