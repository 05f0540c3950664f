/// What one text may cost, so that a hostile file is refused fast and not read for ever.
///
/// libyaml knows no such limits; every number here is enforced by this module.
package struct YAMLLimits: Sendable, Hashable {
  /// The largest text in bytes, a byte order mark included.
  package var fileBytes: Int
  /// How deep lists and maps may nest, expanded aliases included.
  package var depth: Int
  /// How many parser events a text may give; an alias counts as many as what it stands for.
  package var events: Int
  /// How many anchors (`&name`) a text may define.
  package var anchors: Int
  /// How many aliases (`*name`) a text may use.
  package var aliases: Int
  /// How many lines that begin with `%` may precede the document.
  package var directiveLines: Int
  /// The longest key of a map in bytes.
  package var keyBytes: Int

  package init(
    fileBytes: Int = 1_048_576,
    depth: Int = 64,
    events: Int = 200_000,
    anchors: Int = 1_000,
    aliases: Int = 1_000,
    directiveLines: Int = 16,
    keyBytes: Int = 1_024
  ) {
    self.fileBytes = fileBytes
    self.depth = depth
    self.events = events
    self.anchors = anchors
    self.aliases = aliases
    self.directiveLines = directiveLines
    self.keyBytes = keyBytes
  }
}
