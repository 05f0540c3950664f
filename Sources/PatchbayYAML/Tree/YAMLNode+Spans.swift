package import PatchbayDiagnostics

extension YAMLNode {
  /// From the tag or anchor to the end; a block collection ends where its last child ends.
  ///
  /// Where the node was reached through an alias, this is the anchored node's place.
  package var span: SourceSpan { SourceSpan(tree.file, record.range) }

  /// The node less its tag and anchor.
  package var contentSpan: SourceSpan {
    let record = record
    guard record.flags.contains(.hasProperties) else {
      return SourceSpan(tree.file, record.range)
    }
    let properties = NodeProperties(in: tree.file.bytes, record.range)
    return SourceSpan(tree.file, properties.contentStart..<record.range.upperBound)
  }

  /// Where a scalar's text stands in the file as it is; nil where escapes, folded or indented lines make
  /// it another than what is written, and for a list or a map.
  package var textOffset: Int? {
    let record = record
    let isVerbatim = record.kind == .scalar && !record.flags.contains(.isCopied)
    return isVerbatim ? Int(record.first) : nil
  }

  /// The YAML tag alone; nil where none was written.
  package var tagSpan: SourceSpan? {
    let record = record
    guard record.flags.contains(.hasProperties) else { return nil }
    let properties = NodeProperties(in: tree.file.bytes, record.range)
    return properties.tag.map { SourceSpan(tree.file, $0) }
  }

  /// The `*name` that the node was reached through; nil where it stands itself.
  package var aliasSpan: SourceSpan? {
    guard aliasNumber != 0 else { return nil }
    return SourceSpan(tree.file, tree.records[Int(aliasNumber) - 1].range)
  }
}
