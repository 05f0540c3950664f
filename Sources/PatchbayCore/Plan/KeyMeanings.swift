import PatchbayDiagnostics

/// The meaning of each key of a configuration, while a plan is made.
///
/// Uses a ``TextIndex``: a `Dictionary<String, _>` hashes with SipHash, and looking keys up took
/// three times as long, a twelfth of a whole plan.
struct KeyMeanings: Sendable {
  struct Entry: Sendable {
    let key: String
    var meaning: PlanDraft.Meaning
  }

  /// The keys in insertion order.
  private(set) var entries: [Entry] = []
  private var index = TextIndex()

  init() {}

  /// Reserves capacity for a number of keys.
  mutating func reserveCapacity(_ count: Int) {
    guard entries.isEmpty else { return }
    entries.reserveCapacity(count)
    index = TextIndex(capacity: count)
  }

  subscript(key: String) -> PlanDraft.Meaning? {
    position(of: key, TextHash.hash(key)).map { entries[$0].meaning }
  }

  /// Sets the meaning of a key.
  mutating func set(_ key: String, _ meaning: PlanDraft.Meaning) {
    let hash = TextHash.hash(key)
    if let position = position(of: key, hash) {
      entries[position].meaning = meaning
    } else {
      index.insert(entries.count, hash: hash)
      entries.append(Entry(key: key, meaning: meaning))
    }
  }

  private func position(of key: String, _ hash: UInt32) -> Int? {
    index.position(of: hash) { entries[$0].key == key }
  }
}
