import PatchbayDiagnostics

/// The services that are found by a contract: for each type, the nodes that offer it, in order.
///
/// A hash table with open addressing over the addresses of the types, as ``TypeTable``. For a
/// `Dictionary<TypeName, _>` the runtime looks up the `Hashable` conformance of a type's name at
/// startup, for 140,000 instructions, and each service costs four times as much. A few types are compared
/// with each. Only numbers, because the metadata of an array of anything else costs a program 11,000
/// instructions at its start.
struct Offers: Sendable {
  /// The addresses of the types, in order.
  private var addresses: [Int] = []
  /// For each type, the link of the last node that offers it; -1 if none is left.
  private var lasts: [Int] = []
  /// Two numbers for each node of a type: the node, and the position of the next link. The next of the last
  /// is the first.
  private var links: [Int] = []
  /// The position of a type among the addresses, from 1; 0 for an empty place. Empty while the types are
  /// few; otherwise at most half of it is full.
  private var places: [Int] = []

  private static let few = 8

  /// The types that were offered, in order.
  var types: [TypeName] { addresses.map { TypeName(address: $0) } }

  /// The nodes that offer a type; empty if there are none.
  subscript(type: TypeName) -> [Int] { position(of: type.address).map(nodes(at:)) ?? [] }

  /// Whether any node offers a type.
  func contains(_ type: TypeName) -> Bool {
    position(of: type.address).map { lasts[$0] >= 0 } ?? false
  }

  /// Calls a closure with each type that one node alone offers, and the node.
  func forEachOfOne(_ body: (TypeName, Int) -> Void) {
    for (address, last) in zip(addresses, lasts) where last >= 0 && links[last + 1] == last {
      body(TypeName(address: address), links[last])
    }
  }

  mutating func append(_ node: Int, to type: TypeName) {
    let address = type.address
    guard let position = position(of: address) else {
      addresses.append(address)
      lasts.append(-1)
      addLastToTable()
      append(node, at: addresses.count - 1)
      return
    }
    append(node, at: position)
  }

  /// Adds a node to those that offer a type, in their order.
  mutating func insert(_ node: Int, to type: TypeName) {
    append(node, to: type)
    change(type) { $0.sort() }
  }

  /// Removes a node from those that offer a type.
  mutating func remove(_ node: Int, from type: TypeName) {
    change(type) { $0.removeAll { $0 == node } }
  }

  private func nodes(at position: Int) -> [Int] {
    let last = lasts[position]
    guard last >= 0 else { return [] }
    var nodes: [Int] = []
    var link = last
    repeat {
      link = links[link + 1]
      nodes.append(links[link])
    } while link != last
    return nodes
  }

  private mutating func append(_ node: Int, at position: Int) {
    let (last, new) = (lasts[position], links.count)
    links.append(node)
    links.append(last < 0 ? new : links[last + 1])
    if last >= 0 { links[last + 1] = new }
    lasts[position] = new
  }

  /// Lists the nodes of a type anew; the links of before stay, without a use.
  private mutating func change(_ type: TypeName, _ edit: (inout [Int]) -> Void) {
    guard let position = position(of: type.address) else { return }
    var nodes = nodes(at: position)
    edit(&nodes)
    lasts[position] = -1
    for node in nodes { append(node, at: position) }
  }

  /// Adds the last type to the table, if there are many.
  private mutating func addLastToTable() {
    guard addresses.count > Self.few else { return }
    if addresses.count * 2 <= places.count {
      places[place(of: addresses[addresses.count - 1])] = addresses.count
      return
    }
    places = [Int](filledWith: 0, count: max(32, places.count * 2))
    for (index, address) in addresses.enumerated() { places[place(of: address)] = index + 1 }
  }

  private func position(of address: Int) -> Int? {
    if places.isEmpty { return addresses.firstIndex(of: address) }
    let position = places[place(of: address)]
    return position == 0 ? nil : position - 1
  }

  /// Returns the place of a type, or the empty place where it would be inserted.
  private func place(of address: Int) -> Int {
    let hash = UInt64(UInt(bitPattern: address)) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: hash >> 32) & (places.count - 1)
    while places[place] != 0, addresses[places[place] - 1] != address {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }
}

extension TypeName {
  fileprivate var address: Int { Int(bitPattern: id) }

  /// Creates the name of the type with an address.
  fileprivate init(address: Int) { self.init(TypeMetadata.type(at: address)) }
}
