/// Allocates slots in the rows of a root, while its tree is built.
struct SharedRowBuilder {
  private var places: [SharedPlace] = []
  private var end: Int
  /// The alignment of the rows.
  private let alignment: Int

  /// - Parameters:
  ///   - count: The number of slots to come.
  ///   - alignment: The alignment of the rows.
  init(count: Int, alignment: Int = SharedRowLayout.alignment) {
    end = count * MemoryLayout<UInt>.stride
    self.alignment = alignment
  }

  /// Allocates a slot for a product; returns nil if its type has a larger alignment than the rows.
  ///
  /// Swift itself aligns nothing to more than 16 bytes (`MaximumAlignment` in its ABI), vectors
  /// included, and swiftc 6.3 imports no C type that is. Should that change, such products take the
  /// slow path.
  mutating func add<Product>(_ type: Product.Type) -> (number: Int, offset: Int)? {
    typealias Layout = MemoryLayout<Product>
    guard Layout.alignment <= alignment else { return nil }
    let offset = (end + Layout.alignment - 1) / Layout.alignment * Layout.alignment
    end = offset + Layout.size
    places.append(
      SharedPlace(offset: offset) {
        _ = $0.assumingMemoryBound(to: Product.self).deinitialize(count: 1)
      })
    return (places.count - 1, offset)
  }

  /// The layout of all slots; nil if there are none.
  var layout: SharedRowLayout? {
    places.isEmpty ? nil : SharedRowLayout(places, byteCount: end)
  }
}
