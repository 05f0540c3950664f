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
