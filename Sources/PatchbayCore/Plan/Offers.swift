import PatchbayDiagnostics

/// The services that are found by a contract: for each type, the nodes that offer it, in order.
///
/// A hash table with open addressing over the addresses of the types, as ``TypeTable``. For a
/// `Dictionary<TypeName, _>` the runtime looks up the `Hashable` conformance of a type's name at
/// startup, for 140,000 instructions, and each service costs four times as much.
struct Offers: Sendable {
  private(set) var types: [TypeName] = []
  private var nodes: [[Int]] = []
  /// The position of a type among `types`, from 1; 0 for an empty place. At most half of it is
  /// full.
  private var places: [Int] = []

  /// The nodes that offer a type; empty if there are none.
  subscript(type: TypeName) -> [Int] {
    guard !places.isEmpty else { return [] }
    let position = places[place(of: type)]
    return position == 0 ? [] : nodes[position - 1]
  }

  mutating func append(_ node: Int, to type: TypeName) {
    if types.count * 2 >= places.count { grow() }
    let place = place(of: type)
    if places[place] == 0 {
      types.append(type)
      nodes.append([])
      places[place] = types.count
    }
    nodes[places[place] - 1].append(node)
  }

  /// Adds a node to those that offer a type, in their order.
  mutating func insert(_ node: Int, to type: TypeName) {
    append(node, to: type)
    nodes[places[place(of: type)] - 1].sort()
  }

  /// Removes a node from those that offer a type.
  mutating func remove(_ node: Int, from type: TypeName) {
    guard !self[type].isEmpty else { return }
    nodes[places[place(of: type)] - 1].removeAll { $0 == node }
  }

  private mutating func grow() {
    places = [Int](filledWith: 0, count: max(16, places.count * 2))
    for (index, type) in types.enumerated() { places[place(of: type)] = index + 1 }
  }

  /// Returns the place of a type, or the empty place where it would be inserted.
  private func place(of type: TypeName) -> Int {
    let hash = UInt64(UInt(bitPattern: type.id)) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: hash >> 32) & (places.count - 1)
    while places[place] != 0, types[places[place] - 1] != type {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }
}
