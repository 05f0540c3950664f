/// A shared instance, seen once as each of its contracts.
final class Product: Sendable {
  /// In the order of the factory's contracts; the first is the instance itself.
  let boxes: [AnyBox]

  init(_ box: AnyBox, _ entry: CatalogEntry) {
    boxes = [box] + entry.contracts.dropFirst().map { $0.view(box) }
  }
}

/// Where a shared service's instance is kept.
final class Slot: Sendable {
  private let kept = Locked<Product?>(nil)

  /// The instance, where there is one already. Once set it stays.
  var product: Product? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}
