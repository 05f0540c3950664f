/// What each key of a configuration stands for, while a plan is made.
///
/// A hash table with open addressing, by the hash of ``NameTable``: a `Dictionary<String, _>` hashes with
/// SipHash, and looking keys up took three times as long, a twelfth of a whole plan.
struct KeyMeanings: Sendable {
  struct Entry: Sendable {
    let key: String
    let hash: UInt64
    var meaning: PlanDraft.Meaning
  }

  /// The keys in the order in which they came.
  private(set) var entries: [Entry] = []
  /// The position of a key among the entries, from 1; 0 for an empty place. At most half of it is full.
  private var places: [Int] = []

  init() {}

  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    var capacity = 16
    while capacity < count * 2 { capacity *= 2 }
    if capacity > places.count { spread(over: capacity) }
  }

  subscript(key: String) -> PlanDraft.Meaning? {
    guard !places.isEmpty else { return nil }
    let position = places[place(of: key, Self.hash(key))]
    return position == 0 ? nil : entries[position - 1].meaning
  }

  /// Gives a key its meaning.
  ///
  /// - Returns: what it stood for before.
  @discardableResult
  mutating func set(_ key: String, _ meaning: PlanDraft.Meaning) -> PlanDraft.Meaning? {
    if entries.count * 2 >= places.count { spread(over: max(16, places.count * 2)) }
    let hash = Self.hash(key)
    let place = place(of: key, hash)
    let position = places[place]
    guard position == 0 else {
      let before = entries[position - 1].meaning
      entries[position - 1].meaning = meaning
      return before
    }
    entries.append(Entry(key: key, hash: hash, meaning: meaning))
    places[place] = entries.count
    return nil
  }

  private mutating func spread(over capacity: Int) {
    places = [Int](repeating: 0, count: capacity)
    for (index, entry) in entries.enumerated() {
      places[place(of: entry.key, entry.hash)] = index + 1
    }
  }

  /// Where a key stands, or would.
  private func place(of key: String, _ hash: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 {
      let entry = places[place] - 1
      if entries[entry].hash == hash, entries[entry].key == key { break }
      place = (place + 1) & (places.count - 1)
    }
    return place
  }

  private static func hash(_ key: String) -> UInt64 {
    var key = key
    return key.withUTF8 { NameTable.hash($0, seed: NameTable.processSeed) }
  }
}
