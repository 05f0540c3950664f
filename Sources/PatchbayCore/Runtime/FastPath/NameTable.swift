/// The keys of a plan by their text: a frozen hash table with open addressing.
///
/// A `Dictionary<String, Int>` hashes with SipHash, which alone takes more than half of a lookup;
/// this table hashes eight bytes by one multiplication, as wyhash does (Wang Yi,
/// https://github.com/wangyi-fudan/wyhash), with a random seed per process, so that no attacker can
/// prepare colliding keys.
///
/// `@unchecked` because of the pointers. Safe because the memory is written before the table is
/// shared, is never written again, and is deallocated with the table.
@usableFromInline
final class NameTable: @unchecked Sendable {
  @usableFromInline
  struct Entry {
    /// The low half of the hash, so that an entry takes 16 bytes.
    @usableFromInline var hash: UInt32
    /// The offset of the text in `texts`, and its length.
    @usableFromInline var start: Int32
    @usableFromInline var count: Int32
    /// The value of the text; -1 for an empty entry.
    @usableFromInline var index: Int32
  }

  /// The number of entries minus one. The number is a power of two, at least twice the number of
  /// keys: every probe ends at an empty entry.
  @usableFromInline let mask: Int
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// The texts, one after the other.
  @usableFromInline let texts: UnsafeMutablePointer<UInt8>
  @usableFromInline let seed: UInt64

  private static let processSeed = UInt64.random(in: .min ... .max)

  /// - Parameter names: The texts, each of them once, with their values.
  init(_ names: [(text: String, index: Int)]) {
    var (capacity, size) = (8, 0)
    for (text, _) in names { size += text.utf8.count }
    while capacity < names.count * 2 { capacity *= 2 }
    mask = capacity - 1
    seed = Self.processSeed
    entries = .allocate(capacity: capacity)
    entries.initialize(
      repeating: Entry(hash: 0, start: 0, count: 0, index: -1), count: capacity)
    texts = .allocate(capacity: size)
    var end = 0
    for (name, index) in names {
      var text = name
      text.withUTF8 { bytes in
        (texts + end).initialize(
          from: bytes.baseAddress ?? UnsafePointer(texts), count: bytes.count)
        let hash = Self.hash(bytes, seed: seed)
        var place = Int(truncatingIfNeeded: hash) & mask
        while entries[place].index >= 0 { place = (place + 1) & mask }
        entries[place] = Entry(
          hash: UInt32(truncatingIfNeeded: hash), start: Int32(end), count: Int32(bytes.count),
          index: Int32(index))
        end += bytes.count
      }
    }
  }

  deinit {
    entries.deallocate()
    texts.deallocate()
  }

  /// Returns the value of a text; -1 if the table does not contain it.
  @inlinable
  func index(of text: String) -> Int {
    // A native string lends its bytes without a copy; any other string is copied first.
    if let index = text.utf8.withContiguousStorageIfAvailable({ find($0) }) { return index }
    var copy = text
    return copy.withUTF8 { find($0) }
  }

  @inlinable
  func find(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let hash = Self.hash(bytes, seed: seed)
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = entries + place
      if entry.pointee.index < 0 { return -1 }
      if entry.pointee.hash == UInt32(truncatingIfNeeded: hash),
        entry.pointee.count == bytes.count,
        isEqual(bytes, texts + Int(entry.pointee.start))
      {
        return Int(entry.pointee.index)
      }
      place = (place + 1) & mask
    }
  }

  /// All texts, in no particular order.
  var all: [String] {
    (0...mask).compactMap { place in
      let entry = entries[place]
      guard entry.index >= 0 else { return nil }
      return String(
        decoding: UnsafeBufferPointer(start: texts + Int(entry.start), count: Int(entry.count)),
        as: UTF8.self)
    }
  }

  @inlinable
  func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ other: UnsafePointer<UInt8>) -> Bool {
    let left = UnsafeRawBufferPointer(bytes)
    let right = UnsafeRawPointer(other)
    // Compares eight bytes at a time; the last eight may overlap bytes that were already compared.
    let last = left.count - 8
    guard last >= 0 else { return left.indices.allSatisfy { left[$0] == other[$0] } }
    var index = 0
    while index < last {
      guard isEqual(left, right, at: index) else { return false }
      index += 8
    }
    return isEqual(left, right, at: last)
  }

  @inlinable
  @inline(__always)
  func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawPointer, at index: Int) -> Bool {
    left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  @inlinable
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    let count = raw.count
    var hash = seed ^ UInt64(truncatingIfNeeded: count)
    var index = 0
    while index + 8 <= count {
      hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    // The remaining bytes, read as the last eight of the text if it has that many.
    if index < count {
      if count >= 8 {
        hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
      } else {
        var rest: UInt64 = 0
        while index < count {
          rest = rest << 8 | UInt64(raw[index])
          index += 1
        }
        hash = mixed(hash ^ rest)
      }
    }
    return hash
  }

  @inlinable
  static func mixed(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.low ^ product.high
  }
}
