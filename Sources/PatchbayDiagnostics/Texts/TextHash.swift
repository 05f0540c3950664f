#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
