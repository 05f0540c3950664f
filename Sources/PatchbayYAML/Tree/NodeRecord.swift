/// One node of the tree in 24 bytes: only numbers, so that freeing a tree is freeing an array.
///
/// Records are in document order: a collection's first child follows it, and a child's sibling
/// follows the child's subtree. A map's children are key, value, key, value.
struct NodeRecord: Sendable {
  /// The offset of the node in the source, including its tag or anchor.
  var lowerBound: UInt32
  var upperBound: UInt32
  /// For a scalar, the offset of its text in the source or the copies; for an alias, the record
  /// that it refers to; for a collection, the record after its last descendant.
  var first: UInt32
  /// For a scalar, the length of its text in bytes; for a collection, the number of its children.
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
    /// The text is in the copies.
    static let isCopied = Flags(rawValue: 2)
    /// Written in quotes, as a block or with a tag for text.
    static let isQuoted = Flags(rawValue: 4)
    /// For a key: the entry is excluded from the map, because an error of it was reported.
    static let isDropped = Flags(rawValue: 8)
    /// For a key: a merge key, `<<`.
    static let isMergeKey = Flags(rawValue: 16)
    /// For a map: it has a merge key.
    static let hasMergeKey = Flags(rawValue: 32)
    /// For a map: it has dropped entries.
    static let hasDroppedKey = Flags(rawValue: 64)

    /// As the standard library's, which takes 600 instructions in a debug build, a twentieth of a
    /// load there.
    func contains(_ member: Flags) -> Bool { rawValue & member.rawValue == member.rawValue }
  }

  var range: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
