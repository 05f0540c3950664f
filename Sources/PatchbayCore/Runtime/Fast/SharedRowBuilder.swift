/// Gives places in the rows of a root, while its tree is put together.
struct SharedRowBuilder {
  private var places: [SharedPlace] = []
  private var end: Int

  /// - Parameter count: how many places there will be.
  init(count: Int) { end = count * MemoryLayout<UInt>.stride }

  /// A place for a product.
  mutating func add<Product>(_ type: Product.Type) -> (number: Int, offset: Int) {
    typealias Layout = MemoryLayout<Product>
    // Swift aligns nothing more than to 16 bytes (`MaximumAlignment` in its ABI), vectors included.
    precondition(Layout.alignment <= SharedRowLayout.alignment)
    let offset = (end + Layout.alignment - 1) / Layout.alignment * Layout.alignment
    end = offset + Layout.size
    places.append(
      SharedPlace(offset: offset) {
        _ = $0.assumingMemoryBound(to: Product.self).deinitialize(count: 1)
      })
    return (places.count - 1, offset)
  }

  /// The layout of all places; nil where there are none.
  var layout: SharedRowLayout? {
    places.isEmpty ? nil : SharedRowLayout(places, byteCount: end)
  }
}
