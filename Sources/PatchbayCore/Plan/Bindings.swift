/// The bindings of a plan by their index.
///
/// `@unchecked` because of the pointer. Safe because the memory is written before the bindings are
/// shared, is never written again, and is deallocated with the last plan that retains its block.
struct Bindings: @unchecked Sendable {
  private let block: Block
  private let start: UnsafePointer<Binding>
  let count: Int

  /// Memory for bindings.
  private final class Block {
    let start: UnsafeMutablePointer<Binding>
    let count: Int

    init(count: Int, _ binding: (Int) -> Binding) {
      (start, self.count) = (.allocate(capacity: count), count)
      for index in 0..<count { (start + index).initialize(to: binding(index)) }
    }

    deinit {
      start.deinitialize(count: count)
      start.deallocate()
    }
  }

  init(count: Int, _ binding: (Int) -> Binding) {
    block = Block(count: count, binding)
    (start, self.count) = (UnsafePointer(block.start), count)
  }

  var indices: Range<Int> { 0..<count }

  /// The binding with an index.
  ///
  /// By its address: a getter would copy the whole binding to read one field, and a coroutine costs 70
  /// instructions and an allocation where it is not inlined. Valid as long as the plan, which every
  /// caller retains.
  subscript(index: Int) -> Binding {
    @inline(__always)
    unsafeAddress {
      precondition(index >= 0 && index < count, "no binding has this index")
      return start + index
    }
  }
}
