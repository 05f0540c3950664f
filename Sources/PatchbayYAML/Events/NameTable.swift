import PatchbayDiagnostics

/// Assigns each distinct name a number, so that an event can contain it without an allocation; 0 means
/// no name.
struct NameTable: Sendable {
  static let none: UInt32 = 0

  /// All names, in the order of their first appearance.
  private(set) var names: [String] = []
  private var index = TextIndex()

  func name(_ number: UInt32) -> String? {
    number == Self.none ? nil : names[Int(number) - 1]
  }

  /// Returns the number of a name; names are compared by bytes, never as `String`.
  mutating func number(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let bytes = UnsafeRawBufferPointer(name)
    let hash = TextHash.hash(bytes)
    let known = index.position(of: hash) { TextHash.areEqual(names[$0], bytes) }
    if let known { return UInt32(known + 1) }
    index.insert(names.count, hash: hash)
    names.append(String(decoding: name, as: UTF8.self))
    return UInt32(names.count)
  }
}
