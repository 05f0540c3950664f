/// One node of the tree in 24 bytes: only numbers, so that freeing a tree is freeing an array.
///
/// Records stand in document order: a collection's first child follows it, a child's sibling stands
/// where the child's subtree ends. A map's children are key, value, key, value.
struct NodeRecord: Sendable {
  /// Where the node begins in the source, its tag or anchor included.
  var lowerBound: UInt32
  var upperBound: UInt32
  /// Of a scalar, where its text begins in the source or the copies; of an alias, the record that it
  /// stands for; of a collection, the record after its last descendant.
  var first: UInt32
  /// Of a scalar, the length of its text in bytes; of a collection, the number of its children.
  var second: UInt32
  /// The tag's number in the tree's table, 0 for none.
  var tag: UInt32 = 0
  var kind: Kind
  var flags: Flags = []

  enum Kind: UInt8, Sendable {
    case scalar, alias, sequence, mapping
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// A tag or an anchor precedes the content.
    static let hasProperties = Flags(rawValue: 1)
    /// The text stands in the copies.
    static let isCopied = Flags(rawValue: 2)
    /// Written in quotes, as a block or with a tag that says text.
    static let isQuoted = Flags(rawValue: 4)
    /// Of a key: the entry is no part of the map, as an error has been told about it.
    static let isDropped = Flags(rawValue: 8)
    /// Of a key: a merge key, `<<`.
    static let isMergeKey = Flags(rawValue: 16)
    /// Of a map: it has a merge key.
    static let hasMergeKey = Flags(rawValue: 32)
    /// Of a map: it has dropped entries.
    static let hasDroppedKey = Flags(rawValue: 64)
  }

  var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
