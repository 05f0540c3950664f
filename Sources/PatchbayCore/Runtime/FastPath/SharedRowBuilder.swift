/// Gives places in the rows of a root, while its tree is put together.
struct SharedRowBuilder {
  private var places: [SharedPlace] = []
  private var end: Int
  /// What the rows are aligned to.
  private let alignment: Int

  /// - Parameters:
  ///   - count: How many places there will be.
  ///   - alignment: What the rows are aligned to.
  init(count: Int, alignment: Int = SharedRowLayout.alignment) {
    end = count * MemoryLayout<UInt>.stride
    self.alignment = alignment
  }

  /// A place for a product; nil where its type is aligned more than the rows are.
  ///
  /// Swift itself aligns nothing more than to 16 bytes (`MaximumAlignment` in its ABI), vectors included,
  /// and swiftc 6.3 imports no type of C that is. Should that change, such products take the slow path.
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

  /// The layout of all places; nil where there are none.
  var layout: SharedRowLayout? {
    places.isEmpty ? nil : SharedRowLayout(places, byteCount: end)
  }
}
