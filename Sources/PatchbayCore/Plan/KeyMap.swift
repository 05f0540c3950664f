import PatchbayDiagnostics

/// Values by keys, each key once, in the order in which the keys were added; keys are compared by their
/// bytes.
///
/// Most plans of children have a few keys: these are compared, and not hashed, which takes half as many
/// instructions, and no table. More keys are found by a ``TextIndex``: a `Dictionary<String, _>` hashes
/// with SipHash, and looking keys up took three times as long, a twelfth of a whole plan.
struct KeyMap<Value: Sendable>: Sendable {
  struct Entry: Sendable {
    let key: String
    var value: Value
  }

  /// The keys in insertion order, with their values.
  private(set) var entries: [Entry] = []
  /// Empty while the keys are few.
  private var index = TextIndex()

  private static var few: Int { 8 }

  init() {}

  /// Reserves capacity for a number of keys.
  mutating func reserveCapacity(_ count: Int) {
    guard entries.isEmpty else { return }
    entries.reserveCapacity(count)
    if count > Self.few { index = TextIndex(capacity: count) }
  }

  subscript(key: String) -> Value? { position(of: key).map { entries[$0].value } }

  func contains(_ key: String) -> Bool { position(of: key) != nil }

  /// Sets the value of a key.
  mutating func set(_ key: String, _ value: Value) {
    let areFew = entries.count <= Self.few
    let hash = entries.count < Self.few ? 0 : TextHash.hash(key)
    if let position = areFew ? positionAmongFew(of: key) : position(of: key, hash) {
      entries[position].value = value
      return
    }
    if entries.count == Self.few {
      for (position, entry) in entries.enumerated() {
        index.insert(position, hash: TextHash.hash(entry.key))
      }
    }
    if entries.count >= Self.few { index.insert(entries.count, hash: hash) }
    entries.append(Entry(key: key, value: value))
  }

  private func position(of key: String) -> Int? {
    entries.count <= Self.few
      ? positionAmongFew(of: key) : position(of: key, TextHash.hash(key))
  }

  private func positionAmongFew(of key: String) -> Int? {
    entries.firstIndex { Self.areSame($0.key, key) }
  }

  private func position(of key: String, _ hash: UInt32) -> Int? {
    // The hash is one of bytes, with a seed of the process: texts of other bytes and equal characters have
    // the same one in four billion. To compare the bytes takes 1 % of a plan.
    index.position(of: hash) { entries[$0].key == key }
  }

  /// Whether two keys have the same bytes; Swift compares their characters.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    guard one == other else { return false }
    var other = other
    return other.withUTF8 { TextHash.areEqual(one, UnsafeRawBufferPointer($0)) }
  }
}

/// Keys, each of them once, in the order in which they were added.
typealias KeySet = KeyMap<Void>

extension KeyMap<Void> {
  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }
  var keys: some Sequence<String> { entries.lazy.map(\.key) }

  mutating func insert(_ key: String) { set(key, ()) }
}
