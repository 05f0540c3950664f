#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds the texts of a list by their hashes: a table with open addressing, at most half full.
///
/// The texts are stored elsewhere; the caller decides whether the one at a position is meant. A
/// `Dictionary` of texts would take forty bytes for each, and hash it with SipHash.
package struct TextIndex: Sendable {
  /// Empty, or a power of two. A slot has the hash and, in its lower half, the position + 1; 0 is an empty
  /// one.
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

/// Hashes texts by their bytes: one multiplication for eight of them.
///
/// A `Hasher` takes some three hundred instructions for a key of sixteen bytes, and a load hashes
/// each key of a service several times. Each process uses a random seed, so that no attacker can
/// prepare colliding keys.
package enum TextHash {
  private static let seed = UInt64.random(in: .min ... .max)

  package static func hash(_ text: UnsafeRawBufferPointer) -> UInt32 {
    let count = text.count
    var hash = seed ^ UInt64(truncatingIfNeeded: count)
    var index = 0
    // Every load is within bounds: the loop's condition ensures eight bytes from `index` on.
    while index + 8 <= count {
      hash = mixed(hash ^ text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    // The remaining bytes, read as the last eight of the text if it has that many.
    if index < count {
      hash = mixed(hash ^ (count >= 8 ? word(of: text, at: count - 8) : shortWord(of: text)))
    }
    return UInt32(truncatingIfNeeded: hash)
  }

  /// Whether two texts have the same bytes.
  package static func areEqual(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    guard left.count == right.count else { return false }
    // An empty text may have no address.
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return memcmp(first, second, left.count) == 0
  }

  package static func areEqual(_ left: String, _ right: UnsafeRawBufferPointer) -> Bool {
    // Not `withUTF8`, which needs a copy of the text: two retains.
    left.utf8.withContiguousStorageIfAvailable { areEqual(UnsafeRawBufferPointer($0), right) }
      ?? left.utf8.elementsEqual(right)
  }

  package static func hash(_ text: String) -> UInt32 {
    text.utf8.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0)) }
      ?? Array(text.utf8).withUnsafeBytes { hash($0) }
  }

  private static func word(of text: UnsafeRawBufferPointer, at index: Int) -> UInt64 {
    text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  private static func shortWord(of text: UnsafeRawBufferPointer) -> UInt64 {
    let count = text.count
    if count >= 4 {
      let head = text.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let tail = text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      return UInt64(head) << 32 | UInt64(tail)
    }
    // One to three bytes: together with the length, these three identify them all.
    return UInt64(text[0]) << 16 | UInt64(text[count / 2]) << 8 | UInt64(text[count - 1])
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.low ^ product.high
  }
}

/// A text that is only equal to one of the same bytes: `==` of `String` takes different spellings of a
/// character for equal, which are the names of two files.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: Self, other: Self) -> Bool {
    var other = other.text
    return other.withUTF8 { TextHash.areEqual(one.text, UnsafeRawBufferPointer($0)) }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(TextHash.hash(text)) }
}

// `Scripts/check-linkage` finds a use of the module of regular expressions, which has these in the standard library.

extension StringProtocol {
  /// Returns where the bytes of a text are first; nil where they are nowhere.
  package func firstRange(ofText text: String) -> Range<Index>? {
    let sought = text.utf8
    var rest = utf8[...]
    while rest.count >= sought.count {
      if rest.starts(with: sought) {
        return rest.startIndex..<rest.index(rest.startIndex, offsetBy: sought.count)
      }
      rest.removeFirst()
    }
    return nil
  }

  package func contains(text: String) -> Bool { firstRange(ofText: text) != nil }

  /// Returns what is before, between and after the occurrences of a text that is not empty.
  package func parts(separatedByText text: String) -> [SubSequence] {
    var (parts, rest) = ([SubSequence](), self[...])
    while let range = rest.firstRange(ofText: text) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}
