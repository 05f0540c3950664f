package import PatchbayDiagnostics

extension YAMLNode {
  /// The place of the node without its tag and anchor: in its file or in the program.
  package var place: SourcePlace { isFromProgram ? placeInProgram : .span(contentSpan) }

  /// The place of the node with its tag or anchor.
  package var wholePlace: SourcePlace { isFromProgram ? placeInProgram : .span(span) }

  /// The place of the YAML tag; without one, that of the whole node.
  package var tagPlace: SourcePlace { isFromProgram ? placeInProgram : .span(tagSpan ?? span) }

  private var placeInProgram: SourcePlace {
    .swift(tree.location(of: index))
  }

  /// The span from the tag or anchor to the end; a block collection ends with its last child.
  ///
  /// For a node that was reached through an alias, this is the anchored node's place. A program's
  /// nodes have only places: their spans are empty.
  package var span: SourceSpan { record.span(in: tree.file) }

  /// The span of the node without its tag and anchor.
  // Inlined into `place`, which a load asks for thirteen times a service.
  @inline(__always)
  package var contentSpan: SourceSpan {
    let record = record
    guard record.flags.contains(.hasProperties) else { return record.span(in: tree.file) }
    // Nearly always there is no need to search.
    if record.kind == .scalar, let text = record.rangeInSource, !text.isEmpty {
      let end = Int(record.upperBound)
      guard record.flags.contains(.endsBeforeQuote) else {
        return SourceSpan(tree.file, text.lowerBound..<end)
      }
      // A text that begins in another line than its quote has something else before it.
      if tree.file.bytes[text.lowerBound - 1] == tree.file.bytes[end - 1] {
        return SourceSpan(tree.file, text.lowerBound - 1..<end)
      }
    }
    let properties = NodeProperties(in: tree.file.bytes, record.range)
    return SourceSpan(tree.file, properties.contentStart..<record.range.upperBound)
  }

  /// The offset of a scalar's text if the file contains it verbatim; nil if escapes, folded or
  /// indented lines change it, and for a list or a map.
  package var textOffset: Int? {
    let record = record
    let isVerbatim = record.kind == .scalar && !record.flags.contains(.isCopied)
    return isVerbatim ? Int(record.first) : nil
  }

  /// The span of a scalar's text if the file contains it verbatim, as for ``textOffset``.
  package var textSpan: SourceSpan? {
    guard let start = textOffset else { return nil }
    return SourceSpan(tree.file, start..<start + textCount)
  }

  /// The span of the YAML tag; nil if none was written.
  package var tagSpan: SourceSpan? {
    let record = record
    guard record.flags.contains(.hasProperties) else { return nil }
    let properties = NodeProperties(in: tree.file.bytes, record.range)
    return properties.tag.map { SourceSpan(tree.file, $0) }
  }
}

extension NodeRecord {
  @inline(__always)
  fileprivate func span(in file: SourceFile) -> SourceSpan {
    SourceSpan(file, from: lowerBound, to: upperBound)
  }
}
