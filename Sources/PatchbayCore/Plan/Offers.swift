/// The services that are found by a contract: for each type, the nodes that offer it, in order.
struct Offers: Sendable {
  /// The types that are offered, each with its nodes.
  private(set) var all: [TypeName: [Int]] = [:]

  /// The nodes that offer a type; empty if there are none.
  subscript(type: TypeName) -> [Int] {
    get { all[type, default: []] }
    set { all[type] = newValue.isEmpty ? nil : newValue }
  }

  /// The types that one node alone offers, each with the node.
  var single: [(type: TypeName, node: Int)] {
    all.compactMap { $0.value.count == 1 ? ($0.key, $0.value[0]) : nil }
  }

  mutating func append(_ node: Int, to type: TypeName) { all[type, default: []].append(node) }
}
