public import Synchronization

/// The instances that a store keeps, each as each of its contracts, in the order of construction.
///
/// A place is an atomic word: empty, or being built, or the address of a box.
///
/// - **Empty** is the word of an empty cell (`CellRow.empty`).
/// - **Being built** is the address of the running ``Construction`` with the bits of an empty word, so that
///   requests on the fast path take both for empty without a further branch.
/// - **Ready** is the address of a box, which never changes again before the store is deallocated.
///
/// `@unchecked` because of the pointer. Safe because the storage never moves, and is deallocated
/// with the store, which every reader retains; and the row retains what a word has the address of.
@usableFromInline
struct InstanceRow: @unchecked Sendable {
  @usableFromInline typealias Word = Atomic<UInt>

  @usableFromInline let words: UnsafeMutablePointer<Word>
  private let count: Int

  init(count: Int) {
    self.count = count
    words = .allocate(capacity: max(count, 1))
    // A word is stored as its integer, and several are written at a time.
    UnsafeMutableRawPointer(words)
      .initializeMemory(as: UInt.self, repeating: CellRow.empty, count: count)
  }

  /// Releases the instances, the last place first, and deallocates the storage.
  func deallocate() {
    for position in (0..<count).reversed() {
      // An instance's `deinit` may run any code, which must not find the instance here.
      let word = words[position].exchange(CellRow.empty, ordering: .acquiringAndReleasing)
      if let box = CellContent<Any>(word).unmanagedBox { box.release() }
    }
    // An atomic word needs no deinitialization.
    words.deallocate()
  }

  /// Whether a place has an instance.
  func isKept(_ position: Int) -> Bool {
    CellContent<Any>(words[position].load(ordering: .acquiring)).isInstance
  }

  /// Returns the instance at a place, if it has one.
  @inline(__always)
  func box(_ position: Int) -> AnyBox? {
    CellContent<Any>(words[position].load(ordering: .acquiring)).box
  }

  /// Whether a place has this instance.
  func has(_ box: AnyBox, at position: Int) -> Bool {
    words[position].load(ordering: .acquiring)
      == UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
  }

  /// Keeps an instance from a position on; the instance itself last, so that the row has all of it
  /// or nothing for those who ask for that.
  @inline(__always)
  func keep(_ product: Product, at position: Int) {
    assert(!isKept(position), "a service was built twice for one store")
    var contract = product.count - 1
    while contract > 0 {
      keep(product[contract], at: position + contract)
      contract -= 1
    }
    keep(product.box, at: position)
  }

  @inline(__always)
  private func keep(_ box: AnyBox, at position: Int) {
    let address = Unmanaged.passRetained(box).toOpaque()
    let word = words[position].exchange(UInt(bitPattern: address), ordering: .acquiringAndReleasing)
    // Not the last reference: who builds it has one.
    Self.construction(word)?.release()
  }
}

// The claim to build the instance of a place, in its word.
extension InstanceRow {
  /// Whether a place has no instance and no running construction.
  @inline(__always)
  func isEmpty(_ position: Int) -> Bool {
    words[position].load(ordering: .acquiring) == CellRow.empty
  }

  /// Claims a place for a construction, which the word retains, if it is empty.
  @inline(__always)
  func claim(_ position: Int, for construction: Construction) -> Bool {
    let claimed = Unmanaged.passRetained(construction)
    let isClaimed = words[position].compareExchange(
      expected: CellRow.empty, desired: UInt(bitPattern: claimed.toOpaque()) | CellRow.empty,
      ordering: .acquiringAndReleasing
    ).exchanged
    if !isClaimed { claimed.release() }
    return isClaimed
  }

  /// Returns the running construction of a place, retained; nil if none runs.
  ///
  /// Callable only under a lock that who ends a claim takes after that: the word's reference may be the last.
  func running(_ position: Int) -> Unmanaged<Construction>? {
    Self.construction(words[position].load(ordering: .acquiring))?.retain()
  }

  /// Empties a place that has no instance.
  func abandon(_ position: Int) {
    let word = words[position].load(ordering: .acquiring)
    guard let construction = Self.construction(word) else { return }
    words[position].store(CellRow.empty, ordering: .releasing)
    // Not the last reference: who has claimed it has one.
    construction.release()
  }

  @inline(__always)
  private static func construction(_ word: UInt) -> Unmanaged<Construction>? {
    guard !CellContent<Any>(word).isInstance else { return nil }
    return UnsafeRawPointer(bitPattern: word & ~CellRow.empty).map { .fromOpaque($0) }
  }
}

/// A shared instance, as each of its contracts.
struct Product: Sendable {
  /// The instance itself.
  let box: AnyBox
  /// The instance as the factory's other contracts, in their order.
  private let views: [AnyBox]

  @inline(__always)  // Most factories have one contract.
  init(_ box: AnyBox, _ entry: borrowing CatalogEntry) {
    self.box = box
    views = entry.contracts.count == 1 ? [] : Self.views(of: box, entry)
  }

  @inline(never)
  private static func views(of box: AnyBox, _ entry: borrowing CatalogEntry) -> [AnyBox] {
    let contracts = entry.contracts
    return (1..<contracts.count).map { contracts[$0].view(box) }
  }

  /// Returns the instance as one of its contracts; the first is the instance itself.
  subscript(contract: Int) -> AnyBox { contract == 0 ? box : views[contract - 1] }

  /// The number of its contracts.
  var count: Int { views.count + 1 }
}
