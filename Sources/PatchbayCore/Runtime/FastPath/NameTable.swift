import PatchbayDiagnostics

/// The keys of a plan by their text: a frozen hash table with open addressing.
///
/// A `Dictionary` takes three times as long for a text as this table, and more than all the rest of a request:
/// its hasher alone takes as long as the lookup here. ``TextHash`` is as safe against keys that collide on purpose.
///
/// `@unchecked` because of the pointers. Safe because the memory is written before the table is
/// shared, is never written again, and is deallocated with the table.
@usableFromInline
final class NameTable: @unchecked Sendable {
  private struct Entry {
    var hash: UInt32
    /// The offset of the text in `texts`, and its length.
    var start: Int32
    var count: Int32
    /// The value of the text; -1 for an empty entry.
    var index: Int32
  }

  /// The number of entries minus one. The number is a power of two, at least twice the number of
  /// keys: every probe ends at an empty entry.
  private let mask: Int
  private let entries: UnsafeMutablePointer<Entry>
  /// The texts, one after the other. In arrays, each lookup would retain them and the text that it compares.
  private let texts: UnsafeMutablePointer<UInt8>

  /// - Parameter names: The texts, each of them once, with their values.
  init(_ names: [(text: String, index: Int)]) {
    var (capacity, size) = (8, 0)
    for (text, _) in names { size += text.utf8.count }
    while capacity < names.count * 2 { capacity *= 2 }
    mask = capacity - 1
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
        let hash = TextHash.hash(UnsafeRawBufferPointer(bytes))
        var place = Int(hash) & mask
        while entries[place].index >= 0 { place = (place + 1) & mask }
        entries[place] = Entry(
          hash: hash, start: Int32(end), count: Int32(bytes.count), index: Int32(index))
        end += bytes.count
      }
    }
  }

  deinit {
    entries.deallocate()
    texts.deallocate()
  }

  /// Returns the value of a text; -1 if the table does not contain it.
  @usableFromInline
  func index(of text: String) -> Int {
    // A native string lends its bytes without a copy; any other string is copied first.
    let found = text.utf8.withContiguousStorageIfAvailable { find(UnsafeRawBufferPointer($0)) }
    if let found { return found }
    var copy = text
    return copy.withUTF8 { find(UnsafeRawBufferPointer($0)) }
  }

  @inline(never)  // By default each lookup retains the text and the table.
  private func find(_ text: UnsafeRawBufferPointer) -> Int {
    let hash = TextHash.hash(text)
    var place = Int(hash) & mask
    while entries[place].index >= 0 {
      let entry = entries[place]
      if entry.hash == hash, TextHash.areEqual(bytes(of: entry), text) { return Int(entry.index) }
      place = (place + 1) & mask
    }
    return -1
  }

  /// All texts, in no particular order.
  var all: [String] {
    (0...mask).compactMap { place in
      let entry = entries[place]
      return entry.index < 0 ? nil : String(decoding: bytes(of: entry), as: UTF8.self)
    }
  }

  private func bytes(of entry: Entry) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: texts + Int(entry.start), count: Int(entry.count))
  }
}
