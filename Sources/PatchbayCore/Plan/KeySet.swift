import PatchbayDiagnostics

/// Keys, each of them once, in the order in which they were added.
///
/// Most sets have one or two keys: these are compared, and not hashed. A `Set` takes twice as many
/// instructions for them, and a child's plan has two such sets.
struct KeySet: Sendable, ExpressibleByArrayLiteral {
  private(set) var keys: [String] = []
  /// Empty while the keys are few.
  private var index = TextIndex()

  private static let few = 8

  init(arrayLiteral keys: String...) {
    for key in keys { insert(key) }
  }

  var isEmpty: Bool { keys.isEmpty }
  var count: Int { keys.count }

  func contains(_ key: String) -> Bool {
    keys.count <= Self.few ? keys.contains(key) : isIndexed(key, TextHash.hash(key))
  }

  mutating func insert(_ key: String) {
    guard keys.count >= Self.few else {
      if !keys.contains(key) { keys.append(key) }
      return
    }
    if keys.count == Self.few {
      // A second time only if the key is one of the few.
      index = TextIndex(capacity: 2 * Self.few)
      for position in keys.indices { index.insert(position, hash: TextHash.hash(keys[position])) }
    }
    let hash = TextHash.hash(key)
    guard !isIndexed(key, hash) else { return }
    index.insert(keys.count, hash: hash)
    keys.append(key)
  }

  private func isIndexed(_ key: String, _ hash: UInt32) -> Bool {
    index.position(of: hash) { keys[$0] == key } != nil
  }
}
