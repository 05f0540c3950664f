/// The types that exactly one service of a plan provides, with its facet: a frozen hash table.
///
/// `@unchecked` because of the pointer. Safe because the memory is written before the table is
/// shared, is never written again, and is deallocated with the table.
@usableFromInline
final class TypeTable: @unchecked Sendable {
  @usableFromInline
  struct Entry {
    /// The address of the type's metadata, which is its identity; 0 for an empty entry.
    @usableFromInline var type: UInt
    @usableFromInline var facet: Int
  }

  @usableFromInline let mask: Int
  /// The shift that leaves the highest bits of a hash.
  @usableFromInline let shift: Int
  @usableFromInline let entries: UnsafeMutablePointer<Entry>

  /// Creates the table of the types that one service alone offers.
  ///
  /// - Parameters:
  ///   - offers: The services that offer each type.
  ///   - facets: The facets of the plan.
  ///   - outermost: Returns the service that is found in place of another: its outermost decorator.
  init(_ offers: Offers, _ facets: FacetTable, outermost: (Int) -> Int) {
    let single = offers.all.compactMap { $0.value.count == 1 ? ($0.key, $0.value[0]) : nil }
    var capacity = 8
    while capacity < single.count * 2 { capacity *= 2 }
    mask = capacity - 1
    shift = UInt64.bitWidth - capacity.trailingZeroBitCount
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(type: 0, facet: 0), count: capacity)
    for (type, service) in single {
      let facet = facets.facet(of: outermost(service), as: type.type)
      guard facet != 0 else { continue }
      let identity = UInt(bitPattern: type.id)
      var place = place(of: identity)
      while entries[place].type != 0 { place = (place + 1) & mask }
      entries[place] = Entry(type: identity, facet: facet)
    }
  }

  deinit { entries.deallocate() }

  /// Returns the facet of the only service that provides a type; 0 if there is none, or several.
  @inlinable
  @inline(__always)
  func facet(of type: Any.Type) -> Int {
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    var place = place(of: identity)
    while true {
      let entry = entries[place]
      if entry.type == identity { return entry.facet }
      if entry.type == 0 { return 0 }
      place = (place + 1) & mask
    }
  }

  /// Hashes an address. Addresses differ in their middle bits; a multiplication moves them to the
  /// top (Knuth, The Art of Computer Programming 3, 6.4: Fibonacci hashing).
  @inlinable
  @inline(__always)
  func place(of identity: UInt) -> Int {
    Int(
      truncatingIfNeeded: (UInt64(identity) &* 0x9E37_79B9_7F4A_7C15)
        &>> UInt64(truncatingIfNeeded: shift))
  }
}
