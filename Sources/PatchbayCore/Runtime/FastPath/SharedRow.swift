/// What one request shares: a row of places on its stack, one for each `graph` service that it gives to
/// several.
///
/// The order of the calls within a request never changes, so that it is known from the start how often
/// each place is asked: whoever asks last takes the product out, and a request that comes to its end
/// leaves an empty row.
@usableFromInline
struct SharedRow {
  /// A number for each place, of how often it will be asked yet and 0 for an empty one; then the
  /// products. Nil where nothing is shared, and then nobody asks.
  @usableFromInline let bytes: UnsafeMutableRawPointer?

  @inlinable
  init(_ bytes: UnsafeMutableRawPointer?) { self.bytes = bytes }

  @inlinable static var none: SharedRow { SharedRow(nil) }
}

/// Where the rows of a root's requests have their places.
///
/// Complete before the first request, and never changed again.
@usableFromInline
final class SharedRowLayout: Sendable {
  /// What rows are aligned to.
  @inlinable static var alignment: Int { 16 }

  let byteCount: Int
  let places: [SharedPlace]

  init(_ places: [SharedPlace], byteCount: Int) {
    self.places = places
    self.byteCount = byteCount
  }

  /// What the producer that encloses the rows is given, before its source.
  var inputs: [UInt] {
    [
      UInt(byteCount), UInt(places.count),
      UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()),
    ]
  }

  /// Releases what a failed request left in a row; `address` is that of the row's layout, which the
  /// container keeps.
  @usableFromInline
  static func clear(_ row: UnsafeMutableRawPointer, _ address: UInt) {
    let layout = UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
    let places = Unmanaged<SharedRowLayout>.fromOpaque(layout).takeUnretainedValue().places
    let asks = row.assumingMemoryBound(to: UInt.self)
    for (index, place) in places.enumerated() where asks[index] > 0 {
      place.destroy(row + place.offset)
    }
  }
}

struct SharedPlace: Sendable {
  let offset: Int
  /// Lets go of the product that stands there.
  let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
}

extension Producer {
  /// Makes the product of the first input, once for all that a request gives it to.
  ///
  /// The other inputs: the place's number, where its product stands, and how often it is asked, which
  /// is twice at least.
  @inlinable
  @inline(__always)
  static func share(_ producer: AnyProducer, _ row: SharedRow) throws -> Product {
    // There is a row wherever something is shared: the root of the tree encloses it.
    let bytes = row.bytes.unsafelyUnwrapped
    let asks = bytes.assumingMemoryBound(to: UInt.self) + Int(bitPattern: producer.inputs[1])
    // Nothing else is bound to these bytes, and whether they hold a product is what the number says.
    let place = (bytes + Int(bitPattern: producer.inputs[2])).assumingMemoryBound(to: Product.self)
    let left = asks.pointee
    if left == 1 {
      asks.pointee = 0
      return place.move()
    }
    if left == 0 {
      place.initialize(to: try ProducerInput<Product>(word: producer.inputs[0]).make(row))
      asks.pointee = producer.inputs[3]
    }
    asks.pointee &-= 1
    return place.pointee
  }

  /// Makes the product of the first input, with a row for what is shared on the way.
  ///
  /// The other inputs: how many bytes the row has, and how many places; then its layout.
  @inlinable
  @inline(__always)
  static func enclose(_ producer: AnyProducer, _ none: SharedRow) throws -> Product {
    // Not the producer goes into the closure, as that would retain what all threads share.
    let inputs = producer.inputs
    return try withUnsafeTemporaryAllocation(
      byteCount: Int(bitPattern: inputs[1]), alignment: SharedRowLayout.alignment
    ) { bytes in
      // There are places in it, and so it has an address.
      let row = bytes.baseAddress.unsafelyUnwrapped
      row.initializeMemory(as: UInt.self, repeating: 0, count: Int(bitPattern: inputs[2]))
      do { return try ProducerInput<Product>(word: inputs[0]).make(SharedRow(row)) } catch {
        SharedRowLayout.clear(row, inputs[3])
        throw error
      }
    }
  }
}
