/// The `graph` services that one request uses more than once: slots on its stack
/// (``Producer/enclose(_:_:)``).
///
/// The order of the calls within a request never changes, so the number of uses of each slot is known in advance: the
/// last use moves the product out, and a request that completes leaves all slots empty.
@usableFromInline
struct GraphSlots {
  /// A counter for each slot, of the remaining uses and 0 for an empty slot; then the products. Nil if nothing is
  /// shared, and then it is never read.
  @usableFromInline let bytes: UnsafeMutableRawPointer?

  @inlinable
  init(_ bytes: UnsafeMutableRawPointer?) { self.bytes = bytes }

  @inlinable static var none: GraphSlots { GraphSlots(nil) }
}

/// The layout of the slots of a root's requests.
///
/// Complete before the first request, and never changed afterwards.
@usableFromInline
final class GraphSlotsLayout: Sendable {
  /// The alignment of the first slot.
  @inlinable static var alignment: Int { 16 }

  let byteCount: Int
  let places: [GraphSlot]

  init(_ places: [GraphSlot], byteCount: Int) {
    self.places = places
    self.byteCount = byteCount
  }

  /// The inputs of the producer that adds the slots, after its source.
  var inputs: [UInt] {
    [
      UInt(byteCount), UInt(places.count),
      UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()),
    ]
  }

  /// Releases the products that a failed request left in its slots; `address` is that of their
  /// layout, which the container keeps.
  @usableFromInline
  static func clear(_ slots: UnsafeMutableRawPointer, _ address: UInt) {
    let layout = UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
    let places = Unmanaged<GraphSlotsLayout>.fromOpaque(layout).takeUnretainedValue().places
    let asks = slots.assumingMemoryBound(to: UInt.self)
    for (index, place) in places.enumerated() where asks[index] > 0 {
      place.destroy(slots + place.offset)
    }
  }
}

struct GraphSlot: Sendable {
  let offset: Int
  /// Destroys the product at the address.
  let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
}

extension Producer {
  /// Makes the product of the first input, once for all its uses in the request.
  ///
  /// The other inputs: the slot's number, the offset of its product, and the number of uses, which
  /// is at least two.
  @inlinable
  @inline(__always)
  static func share(_ producer: AnyProducer, _ slots: GraphSlots) throws -> Product {
    // There are slots wherever something is shared: the root of the tree adds them.
    let bytes = slots.bytes.unsafelyUnwrapped
    let asks = bytes.assumingMemoryBound(to: UInt.self) + Int(bitPattern: producer.inputs[1])
    // These bytes are bound to no other type, and the counter says whether they hold a product.
    let place = (bytes + Int(bitPattern: producer.inputs[2])).assumingMemoryBound(to: Product.self)
    let left = asks.pointee
    if left == 1 {
      asks.pointee = 0
      return place.move()
    }
    if left == 0 {
      place.initialize(to: try ProducerInput<Product>(word: producer.inputs[0]).make(slots))
      asks.pointee = producer.inputs[3]
    }
    asks.pointee &-= 1
    return place.pointee
  }

  /// Makes the product of the first input, with slots for the services that are shared below it.
  ///
  /// The other inputs: the size of the slots in bytes, and their number; then their layout.
  @inlinable
  @inline(__always)
  static func enclose(_ producer: AnyProducer, _ none: GraphSlots) throws -> Product {
    // The closure must not capture the producer: that would retain an object that all threads
    // share.
    let inputs = producer.inputs
    return try withUnsafeTemporaryAllocation(
      byteCount: Int(bitPattern: inputs[1]), alignment: GraphSlotsLayout.alignment
    ) { bytes in
      // There is at least one slot, and so an address.
      let slots = bytes.baseAddress.unsafelyUnwrapped
      slots.initializeMemory(as: UInt.self, repeating: 0, count: Int(bitPattern: inputs[2]))
      do { return try ProducerInput<Product>(word: inputs[0]).make(GraphSlots(slots)) } catch {
        GraphSlotsLayout.clear(slots, inputs[3])
        throw error
      }
    }
  }
}

/// Allocates the slots of a root, while its tree is built.
struct GraphSlotsBuilder {
  private var places: [GraphSlot] = []
  private var end: Int

  /// - Parameter count: The number of slots to come.
  init(count: Int) { end = count * MemoryLayout<UInt>.stride }

  /// Allocates a slot for a product; returns nil if its type has a larger alignment than the first slot.
  ///
  /// Swift itself aligns nothing to more than 16 bytes (`MaximumAlignment` in its ABI), vectors
  /// included, and swiftc 6.3 imports no C type that is. Should that change, such products take the
  /// slow path.
  mutating func add<Product>(_ type: Product.Type) -> (number: Int, offset: Int)? {
    typealias Layout = MemoryLayout<Product>
    guard Layout.alignment <= GraphSlotsLayout.alignment else { return nil }
    let offset = (end + Layout.alignment - 1) / Layout.alignment * Layout.alignment
    end = offset + Layout.size
    places.append(
      GraphSlot(offset: offset) {
        _ = $0.assumingMemoryBound(to: Product.self).deinitialize(count: 1)
      })
    return (places.count - 1, offset)
  }

  /// The layout of all slots; nil if there are none.
  var layout: GraphSlotsLayout? {
    places.isEmpty ? nil : GraphSlotsLayout(places, byteCount: end)
  }
}
