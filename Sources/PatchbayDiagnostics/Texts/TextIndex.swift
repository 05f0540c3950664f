/// Finds the texts of a list by their hashes: a table with open addressing, at most half full.
///
/// The texts are stored elsewhere; the caller decides whether the one at a position is meant. A
/// `Dictionary` of texts would take forty bytes for each, and hash it with SipHash.
package struct TextIndex: Sendable {
  /// Empty, or a power of two. A slot has the hash and, in its lower half, the position + 1; 0 is an empty
  /// one. Numbers, because the metadata of an array of anything else costs each program 11,000
  /// instructions at its start.
  private var slots: [Int] = []
  private var count = 0

  package init() {}

  /// Creates an index with room for a number of texts.
  package init(capacity: Int) { grow(to: capacity) }

  /// Returns the position of a text by its ``TextHash``; nil if the index does not contain it. Only
  /// positions with an equal hash are asked whether they are meant.
  package func position(of hash: UInt32, where isMeant: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    // Every probe ends at an empty slot.
    while slots[slot] != 0 {
      let position = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
      if Self.hash(slots[slot]) == hash, isMeant(position) { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds the position of a text that the index does not contain yet.
  package mutating func insert(_ position: Int, hash: UInt32) {
    count += 1
    if count * 2 > slots.count { grow(to: count * 2) }
    place(Int(truncatingIfNeeded: UInt64(hash) << 32) | Int(UInt32(position + 1)))
  }

  private static func hash(_ slot: Int) -> UInt32 { UInt32(truncatingIfNeeded: slot >> 32) }

  private mutating func place(_ slot: Int) {
    let mask = slots.count - 1
    var index = Int(Self.hash(slot)) & mask
    while slots[index] != 0 { index = (index + 1) & mask }
    slots[index] = slot
  }

  private mutating func grow(to capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    let old = slots
    slots = [Int](filledWith: 0, count: size)
    for slot in old where slot != 0 { place(slot) }
  }
}
