import PatchbayDiagnostics

/// The nodes of one document, with the texts that are not verbatim in the source.
///
/// A node is an index, so a tree of any depth is built, read and freed without recursion.
final class YAMLTree: Sendable {
  let file: SourceFile
  /// The bytes of the file.
  private let bytes: [UInt8]
  let records: [NodeRecord]
  /// The texts of scalars with escapes or folded lines, one after another, each after its length.
  let copies: [UInt8]
  /// The tag with the number n is at n - 1.
  let tags: [String]
  /// Where a program says its nodes; empty for a file.
  private let locations: [SwiftLocation]
  /// Whether a program says it, and no file.
  let isFromProgram: Bool

  init(
    file: SourceFile, records: [NodeRecord], copies: [UInt8], tags: [String],
    locations: [SwiftLocation] = []
  ) {
    (self.file, bytes) = (file, file.bytes)
    self.records = records
    self.copies = copies
    self.tags = tags
    self.locations = locations
    isFromProgram = !locations.isEmpty
  }

  /// Returns where a program says a node.
  func location(of index: Int) -> SwiftLocation {
    locations[index]
  }

  /// Returns the index after a node's subtree, which is that of its next sibling if it has one.
  func end(of index: Int) -> Int { records.end(of: index) }

  /// Calls a closure with the bytes of a scalar's text.
  @inline(__always)
  func withText<Result>(
    of record: NodeRecord, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { record.withText(in: $0, copies, body) }
  }

  /// Returns the text of a scalar, empty for any other node.
  @inline(__always)
  func text(of record: NodeRecord) -> String {
    guard record.kind == .scalar else { return "" }
    return withText(of: record) { String(decoding: $0, as: UTF8.self) }
  }
}

extension YAMLTree: SafelyMirrored {
  /// The file and the number of nodes, without the texts, which may be secrets.
  var mirrored: KeyValuePairs<String, Any> { ["file": file, "nodes": records.count] }
}
