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
