import PatchbayDiagnostics

/// Keys, each of them once, in the order in which they were added; they are compared by their bytes.
///
/// Most plans of children have a few keys: these are compared, and not hashed, which takes half as many
/// instructions, and no table. More keys are found by a ``TextIndex``: a `Dictionary<String, _>` hashes
/// with SipHash, and looking keys up took three times as long, a twelfth of a whole plan.
struct KeySet: Sendable {
  private(set) var keys: [String] = []
  /// Empty while the keys are few.
  private var index = TextIndex()

  private static let few = 8

  var isEmpty: Bool { keys.isEmpty }
  var count: Int { keys.count }

  /// Reserves capacity for a number of keys.
  mutating func reserveCapacity(_ count: Int) {
    guard keys.isEmpty else { return }
    keys.reserveCapacity(count)
    if count > Self.few { index = TextIndex(capacity: count) }
  }

  func contains(_ key: String) -> Bool { position(of: key) != nil }

  /// Returns the position of a key among the keys; nil if it is not one of them.
  func position(of key: String) -> Int? {
    keys.count <= Self.few ? positionAmongFew(of: key) : position(of: key, TextHash.hash(key))
  }

  /// Adds a key if it is not there, and returns its position among the keys.
  @discardableResult
  mutating func insert(_ key: String) -> Int {
    let areFew = keys.count <= Self.few
    let hash = keys.count < Self.few ? 0 : TextHash.hash(key)
    if let position = areFew ? positionAmongFew(of: key) : position(of: key, hash) {
      return position
    }
    if keys.count == Self.few {
      for (position, key) in keys.enumerated() {
        index.insert(position, hash: TextHash.hash(key))
      }
    }
    if keys.count >= Self.few { index.insert(keys.count, hash: hash) }
    keys.append(key)
    return keys.count - 1
  }

  private func positionAmongFew(of key: String) -> Int? {
    keys.firstIndex { Self.areSame($0, key) }
  }

  private func position(of key: String, _ hash: UInt32) -> Int? {
    // The hash is one of bytes, with a seed of the process: texts of other bytes and equal characters have
    // the same one in four billion. To compare the bytes takes 1 % of a plan.
    index.position(of: hash) { keys[$0] == key }
  }

  /// Whether two keys have the same bytes; Swift compares their characters.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    guard one == other else { return false }
    var other = other
    return other.withUTF8 { TextHash.areEqual(one, UnsafeRawBufferPointer($0)) }
  }
}
