/// The bindings of a plan by their index.
///
/// A plan with an overlay has most of them in common with the plan that it was made of, and shares
/// them: a copy costs 290 instructions a binding, with its release.
///
/// `@unchecked` because of the pointer. Safe because the memory is written before the bindings are
/// shared, is never written again, and is deallocated with the last plan that retains its block.
struct Bindings: @unchecked Sendable {
  private let block: Block
  private let start: UnsafePointer<Binding>
  let count: Int
  private var changes: Changes?

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

  /// The bindings that are not shared.
  private final class Changes {
    /// The position in the block, by index; -1 for a shared binding.
    let positions: [Int32]
    let block: Block

    init(_ bindings: [Binding], at positions: [Int32]) {
      self.positions = positions
      block = Block(count: bindings.count) { bindings[$0] }
    }

    func address(of index: Int) -> UnsafePointer<Binding>? {
      positions[index] < 0 ? nil : UnsafePointer(block.start + Int(positions[index]))
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
      if let changes, let address = changes.address(of: index) { return address }
      return start + index
    }
  }

  /// Replaces bindings here, and in no plan that shares them.
  mutating func replace(_ replacements: [(index: Int, binding: Binding)]) {
    var positions = changes?.positions ?? [Int32](repeating: -1, count: count)
    var bindings: [Binding] = []
    if let block = changes?.block {
      bindings += UnsafeBufferPointer(start: block.start, count: block.count)
    }
    for (index, binding) in replacements {
      if positions[index] >= 0 {
        bindings[Int(positions[index])] = binding
      } else {
        positions[index] = Int32(bindings.count)
        bindings.append(binding)
      }
    }
    changes = Changes(bindings, at: positions)
  }
}
