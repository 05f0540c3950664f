import PatchbayDiagnostics

extension YAMLNode {
  /// The number of elements of a list or entries of a map; 0 for a scalar. Counts them.
  package var count: Int { count(upTo: .max) }

  /// Returns the number of elements or entries, or a limit if there are at least as many.
  package func count(upTo limit: Int) -> Int {
    let (record, records) = (record, tree.records)
    var (count, child) = (0, NodeRecords.firstChild(of: index))
    switch record.kind {
    case .scalar, .alias: break
    case .mapping where record.flags.contains(.hasMergeKey):
      for _ in entries where count < limit { count += 1 }
    case .mapping:
      while child < record.first, count < limit {
        if !records.header(of: child).flags.contains(.isDropped) { count += 1 }
        child = records.end(of: records.end(of: child))
      }
    case .sequence:
      while child < record.first, count < limit {
        count += 1
        child = records.end(of: child)
      }
    }
    return count
  }

  /// Whether a list or a map has no elements or entries, as a scalar has none.
  package var isEmpty: Bool { count(upTo: 1) == 0 }

  /// The elements of a list, in order; none for anything else.
  package var elements: Elements { Elements(self) }

  /// The entries of a map, in order; none for anything else.
  ///
  /// Keys are scalars. The entries of merge keys (`<<`) follow the map's own entries, which take
  /// precedence.
  package var entries: Entries { Entries(self) }

  /// The value of a key; nil if the map does not contain it, and for anything but a map.
  ///
  /// Searches all entries: to read a large map, iterate over ``entries`` once.
  package subscript(key: String) -> YAMLNode? {
    entries.first { $0.key.hasText(key.utf8) }?.value
  }

  /// Returns the entry with a key; nil if the map does not contain it, and for anything but a map.
  ///
  /// Searches all entries, and creates handles only for the one that it finds.
  package func entry(_ text: String) -> (key: YAMLNode, value: YAMLNode)? {
    let record = record
    guard record.kind == .mapping, !record.flags.contains(.hasMergeKey) else {
      return entries.first { $0.key.hasText(text.utf8) }
    }
    var text = text
    return text.withUTF8 { text in
      let text = UnsafeRawBufferPointer(text)
      var key = NodeRecords.firstChild(of: index)
      while key < record.first {
        let value = tree.end(of: key)
        if !tree.records.header(of: key).flags.contains(.isDropped),
          tree.withText(of: tree.key(key), { TextHash.areEqual($0, text) })
        {
          return (YAMLNode(tree, key), YAMLNode(tree, value))
        }
        key = tree.end(of: value)
      }
      return nil
    }
  }

  /// Calls a closure with each entry of a map, in the order of ``entries``.
  ///
  /// The handles are lent and not retained, as an iterator's are: that saves 60 instructions an entry.
  package func forEachEntry(_ body: (_ key: YAMLNode, _ value: YAMLNode) -> Void) {
    let record = record
    guard record.kind == .mapping else { return }
    guard !record.flags.contains(.hasMergeKey) else {
      for (key, value) in entries { body(key, value) }
      return
    }
    var key = NodeRecords.firstChild(of: index)
    while key < record.first {
      let value = tree.end(of: key)
      let next = tree.end(of: value)
      if !tree.records.header(of: key).flags.contains(.isDropped) {
        body(YAMLNode(tree, key), YAMLNode(tree, value))
      }
      key = next
    }
  }

  /// Calls a closure with the text of each key, in the order of ``entries``, without creating
  /// handles.
  package func withKeys(_ body: (UnsafeRawBufferPointer) -> Void) {
    let record = record
    guard record.kind == .mapping else { return }
    guard !record.flags.contains(.hasMergeKey) else {
      for (key, _) in entries { key.withText(body) }
      return
    }
    var key = NodeRecords.firstChild(of: index)
    while key < record.first {
      let next = tree.end(of: tree.end(of: key))
      if !tree.records.header(of: key).flags.contains(.isDropped) {
        tree.withText(of: tree.key(key), body)
      }
      key = next
    }
  }

  package struct Elements: Sequence, IteratorProtocol {
    private let tree: YAMLTree
    private var index: Int
    private let end: Int

    init(_ node: YAMLNode) {
      let record = node.record
      tree = node.tree
      index = NodeRecords.firstChild(of: node.index)
      end = record.kind == .sequence ? Int(record.first) : 0
    }

    package mutating func next() -> YAMLNode? {
      guard index < end else { return nil }
      defer { index = tree.end(of: index) }
      return YAMLNode(tree, index)
    }
  }

  package struct Entries: Sequence, IteratorProtocol {
    private var raw: RawEntries
    /// The resolved entries of a map with merge keys, in reverse.
    private var merged: [(key: YAMLNode, value: YAMLNode)]?

    init(_ node: YAMLNode) {
      raw = RawEntries(node)
      if node.record.kind == .mapping, node.record.flags.contains(.hasMergeKey) {
        merged = MergedEntries.resolve(node).reversed()
      }
    }

    package mutating func next() -> (key: YAMLNode, value: YAMLNode)? {
      if merged != nil { return merged?.popLast() }
      guard let (key, value, _) = raw.next() else { return nil }
      return (key, value)
    }
  }

  /// A map's entries as written, without the dropped ones; merge keys are included like all others.
  struct RawEntries: Sequence, IteratorProtocol {
    fileprivate let tree: YAMLTree
    private var index: Int
    private let end: Int

    init(_ node: YAMLNode) {
      let record = node.record
      tree = node.tree
      index = NodeRecords.firstChild(of: node.index)
      end = record.kind == .mapping ? Int(record.first) : 0
    }

    @inline(__always)
    mutating func next() -> (key: YAMLNode, value: YAMLNode, isMerge: Bool)? {
      while index < end {
        let (key, value) = (index, tree.end(of: index))
        index = tree.end(of: value)
        let flags = tree.records.header(of: key).flags
        guard !flags.contains(.isDropped) else { continue }
        return (YAMLNode(tree, key), YAMLNode(tree, value), flags.contains(.isMergeKey))
      }
      return nil
    }
  }
}
