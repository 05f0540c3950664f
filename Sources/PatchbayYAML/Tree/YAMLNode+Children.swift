import PatchbayDiagnostics

extension YAMLNode {
  /// The number of elements of a list or entries of a map; 0 for a scalar. Counts them.
  package var count: Int { count(upTo: .max) }

  /// Returns the number of elements or entries, or a limit if there are at least as many.
  package func count(upTo limit: Int) -> Int {
    // One of the two has nothing.
    var (elements, entries, count) = (elements, entries, 0)
    while count < limit, elements.next() != nil || entries.next() != nil { count += 1 }
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
    // By bytes, so that two spellings of `é` differ.
    entries.first { $0.key.withText { TextHash.areEqual(key, $0) } }?.value
  }

  /// Calls a closure with each entry of a map, in the order of ``entries``.
  ///
  /// The handles are lent and not retained, as an iterator's are: that saves 60 instructions an entry, where
  /// each entry of a service is read.
  package func forEachEntry(_ body: (_ key: YAMLNode, _ value: YAMLNode) -> Void) {
    let record = record
    guard record.kind == .mapping, !record.flags.contains(.hasMergeKey) else {
      for (key, value) in entries { body(key, value) }
      return
    }
    var key = index + 1
    while key < record.first {
      let value = tree.end(of: key)
      let next = tree.end(of: value)
      if !tree.records[key].flags.contains(.isDropped) {
        body(YAMLNode(tree, key), YAMLNode(tree, value))
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
      index = node.index + 1
      end = record.kind == .sequence ? Int(record.first) : 0
    }

    package mutating func next() -> YAMLNode? {
      guard index < end else { return nil }
      defer { index = tree.end(of: index) }
      return YAMLNode(tree, index)
    }
  }

  package struct Entries: Sequence, IteratorProtocol {
    private let tree: YAMLTree
    private var index: Int
    private let end: Int
    /// The entries of a map with merge keys, in reverse.
    private var merged: [(key: YAMLNode, value: YAMLNode)]?

    init(_ node: YAMLNode) {
      self.init(own: node)
      if end > 0, node.record.flags.contains(.hasMergeKey) {
        merged = Self.merged(of: node).reversed()
      }
    }

    /// The entries as written, without the dropped ones: a merge key is one like all others.
    private init(own node: YAMLNode) {
      let record = node.record
      tree = node.tree
      index = node.index + 1
      end = record.kind == .mapping ? Int(record.first) : 0
    }

    @inline(__always)
    package mutating func next() -> (key: YAMLNode, value: YAMLNode)? {
      if merged != nil { return merged?.popLast() }
      while index < end {
        let (key, value) = (index, tree.end(of: index))
        index = tree.end(of: value)
        if !tree.records[key].flags.contains(.isDropped) {
          return (YAMLNode(tree, key), YAMLNode(tree, value))
        }
      }
      return nil
    }

    /// Resolves the merge keys of a map, and those of the merged maps.
    ///
    /// A map's own keys come first and take precedence over merged ones; of several merged maps the
    /// earlier one does. The builder has checked that only maps are merged, and has limited the
    /// expansion of aliases.
    private static func merged(of map: YAMLNode) -> [(key: YAMLNode, value: YAMLNode)] {
      var resolved: [(key: YAMLNode, value: YAMLNode)] = []
      var known: Set<[UInt8]> = []
      // An explicit stack instead of recursion, because merged maps may merge further maps.
      var open = [map]
      while let map = open.popLast() {
        var sources: [YAMLNode] = []
        var entries = Entries(own: map)
        while let (key, value) = entries.next() {
          if key.isMergeKey {
            sources += value.kind == .mapping ? [value] : Array(value.elements)
          } else if known.insert(key.withText { Array($0) }).inserted {
            resolved.append((key, value))
          }
        }
        open += sources.reversed()
      }
      return resolved
    }
  }

  /// Whether it is written as a merge key; the alias of one is a key like all others.
  private var isMergeKey: Bool { aliasNumber == 0 && record.flags.contains(.isMergeKey) }
}

/// A key of a map and its value, in 24 bytes, because both are nodes of one tree.
package struct YAMLEntry: Sendable {
  private let tree: YAMLTree
  private let (keyNumber, keyAlias): (UInt32, UInt32)
  private let (valueNumber, valueAlias): (UInt32, UInt32)

  /// Creates an entry of two nodes of the same tree.
  package init(_ key: YAMLNode, _ value: YAMLNode) {
    precondition(key.tree === value.tree, "an entry's key and value are in one tree")
    tree = key.tree
    (keyNumber, keyAlias) = (key.number, key.aliasNumber)
    (valueNumber, valueAlias) = (value.number, value.aliasNumber)
  }

  package var key: YAMLNode { YAMLNode(tree, keyNumber, alias: keyAlias) }
  package var value: YAMLNode { YAMLNode(tree, valueNumber, alias: valueAlias) }
}
