/// A shared instance, as each of its contracts.
struct Product: Sendable {
  /// The instance itself.
  let box: AnyBox
  /// The instance as the factory's other contracts, in their order.
  private let views: [AnyBox]

  init(_ box: AnyBox, _ entry: borrowing CatalogEntry) {
    self.box = box
    views = entry.contracts.count == 1 ? [] : entry.contracts.dropFirst().map { $0.view(box) }
  }

  /// Returns the instance as one of its contracts; the first is the instance itself.
  subscript(contract: Int) -> AnyBox { contract == 0 ? box : views[contract - 1] }

  /// The number of its contracts.
  var count: Int { views.count + 1 }
}
