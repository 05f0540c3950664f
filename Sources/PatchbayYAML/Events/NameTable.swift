import PatchbayDiagnostics

/// Assigns each distinct name a number, so that an event can contain it without an allocation.
///
/// Number 0 means no name. A configuration has few distinct tags, so the first sixteen are compared
/// one after another, which is faster than hashing; further ones are in an index, so that the cost is
/// linear for any input.
struct NameTable: Sendable {
  static let none: UInt32 = 0
  private static let searchedOneByOne = 16

  /// The names as bytes, one after another: names are compared by bytes, never as `String`.
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private var index = TextIndex()

  var count: Int { ends.count - 1 }

  func name(_ number: UInt32) -> String? {
    guard number != Self.none else { return nil }
    return String(decoding: bytes[range(Int(number))], as: UTF8.self)
  }

  /// All names, in the order of their first appearance.
  var names: [String] {
    (0..<count).map { String(decoding: bytes[range($0 + 1)], as: UTF8.self) }
  }

  mutating func number(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    for candidate in 0..<min(count, Self.searchedOneByOne)
    where ends[candidate + 1] - ends[candidate] == name.count {
      if bytes[range(candidate + 1)].elementsEqual(name) { return UInt32(candidate + 1) }
    }
    if count < Self.searchedOneByOne { return append(name) }
    let hash = TextHash.hash(UnsafeRawBufferPointer(name))
    let known = index.position(of: hash) { bytes[range($0)].elementsEqual(name) }
    if let known { return UInt32(known) }
    let number = append(name)
    index.insert(Int(number), hash: hash)
    return number
  }

  private mutating func append(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    bytes.append(contentsOf: name)
    ends.append(bytes.count)
    return UInt32(count)
  }

  private func range(_ number: Int) -> Range<Int> { ends[number - 1]..<ends[number] }
}
