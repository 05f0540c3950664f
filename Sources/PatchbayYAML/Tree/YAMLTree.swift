import PatchbayDiagnostics

/// The nodes of one document in one array, with the texts that are not verbatim in the source.
///
/// A node is an index, so a tree of any depth is built, read and freed without recursion.
final class YAMLTree: Sendable {
  let file: SourceFile
  let records: [NodeRecord]
  /// The texts of scalars with escapes or folded lines, one after another.
  let copies: [UInt8]
  /// The tag with the number n is at n - 1.
  let tags: [String]
  /// The places of a program's nodes, by their indices; empty for a file.
  let locations: [SwiftLocation]
  /// Whether a program says it, and no file.
  let isFromProgram: Bool

  init(
    file: SourceFile, records: [NodeRecord], copies: [UInt8], tags: [String],
    locations: [SwiftLocation] = []
  ) {
    self.file = file
    self.records = records
    self.copies = copies
    self.tags = tags
    self.locations = locations
    isFromProgram = !locations.isEmpty
  }

  /// Returns the index after a node's subtree, which is that of its next sibling if it has one.
  func end(of index: Int) -> Int { records.end(of: index) }

  /// Returns the scalar of a key, directly or through an alias.
  func key(_ index: Int) -> NodeRecord {
    let record = records[index]
    return record.kind == .alias ? records[Int(record.first)] : record
  }

  /// Calls a closure with the bytes of a scalar's text.
  func withText<Result>(
    of record: NodeRecord, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let range = Int(record.first)..<Int(record.first) + Int(record.second)
    // `rebasing` checks the range; the pointer ends with the closure.
    if record.flags.contains(.isCopied) {
      return copies.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
    return file.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Returns the text of a scalar, empty for any other node.
  func text(of record: NodeRecord) -> String {
    guard record.kind == .scalar else { return "" }
    return withText(of: record) { String(decoding: $0, as: UTF8.self) }
  }
}

extension [NodeRecord] {
  /// Returns the index after a node's subtree.
  func end(of index: Int) -> Int {
    let record = self[index]
    switch record.kind {
    case .scalar, .alias: return index + 1
    case .sequence, .mapping: return Int(record.first)
    }
  }
}
