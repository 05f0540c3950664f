/// The types that exactly one service of a plan provides, with its facet: a frozen hash table.
///
/// `@unchecked` because of the pointer. It is right: it is written before the table is shared and
/// never again, and goes with it.
@usableFromInline
final class TypeTable: @unchecked Sendable {
  @usableFromInline
  struct Entry {
    /// The address of the type's metadata, which is its identity; 0 for an empty place.
    @usableFromInline var type: UInt
    @usableFromInline var facet: Int
  }

  @usableFromInline let mask: Int
  /// By how much a product of the hash is shifted: what is left are its highest bits.
  @usableFromInline let shift: Int
  @usableFromInline let entries: UnsafeMutablePointer<Entry>

  struct Offer {
    let type: TypeName
    let facet: Int
  }

  init(_ facets: [Offer]) {
    var capacity = 8
    while capacity < facets.count * 2 { capacity *= 2 }
    mask = capacity - 1
    shift = UInt64.bitWidth - capacity.trailingZeroBitCount
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(type: 0, facet: 0), count: capacity)
    for offer in facets {
      let identity = UInt(bitPattern: offer.type.id)
      var place = place(of: identity)
      while entries[place].type != 0 { place = (place + 1) & mask }
      entries[place] = Entry(type: identity, facet: offer.facet)
    }
  }

  deinit { entries.deallocate() }

  /// The facet of the one service that provides a type; 0 where there is none, or several.
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

  /// Addresses differ in their middle bits; a multiplication brings them to the front (Knuth, The Art
  /// of Computer Programming 3, 6.4: Fibonacci hashing).
  @inlinable
  @inline(__always)
  func place(of identity: UInt) -> Int {
    Int(
      truncatingIfNeeded: (UInt64(identity) &* 0x9E37_79B9_7F4A_7C15)
        &>> UInt64(truncatingIfNeeded: shift))
  }
}
