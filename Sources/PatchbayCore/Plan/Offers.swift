/// The services that are found by a contract: for each type, the nodes that offer it, in order.
struct Offers: Sendable {
  private var nodes: [TypeName: [Int]] = [:]

  /// The types that are offered.
  var types: [TypeName] { Array(nodes.keys) }

  /// The nodes that offer a type; empty if there are none.
  subscript(type: TypeName) -> [Int] { nodes[type, default: []] }

  /// Whether any node offers a type.
  func contains(_ type: TypeName) -> Bool { nodes[type] != nil }

  /// The types that one node alone offers, each with the node.
  var single: [(type: TypeName, node: Int)] {
    nodes.compactMap { $0.value.count == 1 ? ($0.key, $0.value[0]) : nil }
  }

  mutating func append(_ node: Int, to type: TypeName) { nodes[type, default: []].append(node) }
}
