import PatchbayDiagnostics

/// The services that are found by a contract: for each type, the nodes that offer it, in order.
///
/// A hash table with open addressing over the addresses of the types, as ``TypeTable``. For a
/// `Dictionary<TypeName, _>` the runtime looks up the `Hashable` conformance of a type's name at
/// startup, for 140,000 instructions, and each service costs four times as much. A few types are compared
/// with each.
struct Offers: Sendable {
  private struct Entry {
    let type: TypeName
    /// Most types are offered by one service, which needs no array.
    let first: Int
    var others: [Int] = []

    var nodes: Nodes { Nodes(first: first, others: others) }
  }

  /// The nodes that offer a type, without an array of their own: thousands may be asked for in turn.
  struct Nodes: RandomAccessCollection {
    fileprivate let first: Int?
    fileprivate let others: [Int]

    var startIndex: Int { 0 }
    var endIndex: Int { first == nil ? 0 : others.count + 1 }

    subscript(position: Int) -> Int {
      // Only a position of the collection is asked for, so there is a first node.
      if position == 0, let first { first } else { others[position - 1] }
    }
  }

  private var entries: [Entry] = []
  /// The position of a type among the entries, from 1; 0 for an empty place. Empty while the types are
  /// few; otherwise at most half of it is full.
  private var places: [Int] = []

  private static let few = 8

  /// The types that were offered, in order.
  var types: [TypeName] { entries.map(\.type) }

  /// The nodes that offer a type; empty if there are none.
  subscript(type: TypeName) -> Nodes {
    position(of: type).map { entries[$0].nodes } ?? Nodes(first: nil, others: [])
  }

  /// Whether any node offers a type.
  func contains(_ type: TypeName) -> Bool {
    position(of: type) != nil
  }

  /// Calls a closure with each type that one node alone offers, and the node.
  func forEachOfOne(_ body: (TypeName, Int) -> Void) {
    for entry in entries where entry.others.isEmpty { body(entry.type, entry.first) }
  }

  mutating func append(_ node: Int, to type: TypeName) {
    guard let position = position(of: type) else {
      entries.append(Entry(type: type, first: node))
      addLastToTable()
      return
    }
    entries[position].others.append(node)
  }

  /// Adds the last entry to the table, if there are many.
  private mutating func addLastToTable() {
    guard entries.count > Self.few else { return }
    if entries.count * 2 <= places.count {
      places[place(of: entries[entries.count - 1].type)] = entries.count
      return
    }
    places = [Int](filledWith: 0, count: max(32, places.count * 2))
    for (index, entry) in entries.enumerated() { places[place(of: entry.type)] = index + 1 }
  }

  private func position(of type: TypeName) -> Int? {
    if places.isEmpty { return entries.firstIndex { $0.type == type } }
    let position = places[place(of: type)]
    return position == 0 ? nil : position - 1
  }

  /// Returns the place of a type, or the empty place where it would be inserted.
  private func place(of type: TypeName) -> Int {
    let hash = UInt64(UInt(bitPattern: type.id)) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: hash >> 32) & (places.count - 1)
    while places[place] != 0, entries[places[place] - 1].type != type {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }
}
