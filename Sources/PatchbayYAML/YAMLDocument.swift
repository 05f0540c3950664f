package import PatchbayDiagnostics

/// A text parsed into a tree with places.
package struct YAMLDocument: Sendable {
  /// The text; everything tagged `!secret` is marked as never to be shown.
  package let file: SourceFile
  /// The content of the text; nil for an empty text.
  package let root: YAMLNode?

  /// Reads a text; returns nil if it cannot be used.
  ///
  /// All errors that one pass can find are collected. A syntax error or an exceeded limit ends the
  /// reading and is reported alone. A key that occurs twice is reported and its first entry kept,
  /// so that later stages can continue; after any other error there is no document.
  package static func parse(
    name: String,
    bytes: [UInt8],
    swiftLocation: SwiftLocation? = nil,
    path: String? = nil,
    importedAt: SourceSpan? = nil,
    limits: YAMLLimits = YAMLLimits(),
    into collector: inout DiagnosticCollector
  ) -> YAMLDocument? {
    // Offsets are kept in 32 bits.
    let limit = min(limits.fileBytes, Int(Int32.max))
    let file = SourceFile(
      name: name, bytes: bytes, swiftLocation: swiftLocation, path: path, importedAt: importedAt)
    guard bytes.count <= limit else {
      collector.add(
        Diagnostic(
          .limitExceeded, "the file `\(name)` is larger than \(limit.grouped) bytes",
          at: file.wholePlace, "too large"
        )
        .limit("fileBytes", limit))
      return nil
    }
    return TextParser(file: file, limits: limits).parse(into: &collector)
      .map { YAMLDocument(file: file, root: $0.root) }
  }
}

extension YAMLTree {
  /// The document's node; nil if the document is empty.
  var root: YAMLNode? {
    guard !records.isEmpty else { return nil }
    let first = records[0]
    let isNothing = first.kind == .scalar && first.range.isEmpty
    return isNothing ? nil : YAMLNode(self, 0)
  }
}

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
