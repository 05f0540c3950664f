/// Limits on the cost of one text, so that a hostile file is rejected quickly.
///
/// libyaml has no such limits; this module enforces every number here.
package struct YAMLLimits: Sendable {
  /// The largest text in bytes, a byte order mark included.
  package var fileBytes: Int
  /// The maximum nesting of lists and maps, expanded aliases included.
  package var depth: Int
  /// The maximum number of parser events of a text; an alias counts as many as its target.
  package var events: Int
  /// The maximum number of anchors (`&name`) of a text.
  package var anchors: Int
  /// The maximum number of aliases (`*name`) of a text.
  package var aliases: Int
  /// The maximum number of lines that begin with `%` before the document.
  package var directiveLines: Int
  /// The maximum length of a map's key in bytes.
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
