public import Synchronization

/// The instances that a store keeps, each as each of its contracts, in the order of construction.
///
/// `@unchecked` because of the pointer. Safe because the storage never moves, and is deallocated
/// with the store, which every reader retains; a place is an atomic word, either 0 or the address of
/// a box that the row retains; and a place that has a box is not written again before the store is
/// deallocated.
@usableFromInline
struct InstanceRow: @unchecked Sendable {
  @usableFromInline typealias Word = Atomic<UInt>

  @usableFromInline let words: UnsafeMutablePointer<Word>
  private let count: Int

  init(count: Int) {
    self.count = count
    words = .allocate(capacity: max(count, 1))
    for position in 0..<count { (words + position).initialize(to: Word(0)) }
  }

  /// Releases the instances, the last place first, and deallocates the storage.
  func deallocate() {
    for position in (0..<count).reversed() {
      // An instance's `deinit` may run any code, which must not find the instance here.
      let word = words[position].exchange(0, ordering: .acquiringAndReleasing)
      if let address = UnsafeRawPointer(bitPattern: word) {
        Unmanaged<AnyBox>.fromOpaque(address).release()
      }
    }
    words.deinitialize(count: count)
    words.deallocate()
  }

  /// Whether a place has an instance.
  func isKept(_ position: Int) -> Bool { words[position].load(ordering: .acquiring) != 0 }

  /// Returns the instance at a place, if it has one.
  func box(_ position: Int) -> AnyBox? {
    guard let box = UnsafeRawPointer(bitPattern: words[position].load(ordering: .acquiring)) else {
      return nil
    }
    return Unmanaged<AnyBox>.fromOpaque(box).takeUnretainedValue()
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
    words[position].store(UInt(bitPattern: address), ordering: .releasing)
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
