/// A shared instance, as each of its contracts.
final class Product: Sendable {
  /// In the order of the factory's contracts; the first is the instance itself.
  let boxes: [AnyBox]

  init(_ box: AnyBox, _ entry: CatalogEntry) {
    boxes = [box] + entry.contracts.dropFirst().map { $0.view(box) }
  }
}

/// The storage of a shared service's instance.
final class Slot: Sendable {
  private enum Kept {
    case nothing
    case instance(Product)
    /// A weak reference: the instance lives as long as another object retains it.
    case memory(CatalogEntry.Memory)
  }

  /// The group of the services that are built together with it.
  let group: BuildGroup
  private let entry: CatalogEntry
  /// Whether it keeps its instance by a weak reference.
  let isWeak: Bool
  private let kept = Locked(Kept.nothing)

  init(_ binding: Binding, _ group: BuildGroup) {
    self.group = group
    entry = binding.entry
    isWeak = binding.scope == .weak
  }

  /// The instance, if there is one. Once kept it stays, unless its scope is `weak`.
  var product: Product? {
    switch kept.withLock({ $0 }) {
    case .nothing: nil
    case .instance(let product): product
    case .memory(let recall): recall().map { Product($0, entry) }
    }
  }

  /// The instance as its factory made it: unlike for its other contracts, no user code runs.
  var box: AnyBox? {
    switch kept.withLock({ $0 }) {
    case .nothing: nil
    case .instance(let product): product.boxes[0]
    case .memory(let recall): recall()
    }
  }

  /// Keeps an instance permanently, or as long as it lives if its scope is `weak`.
  ///
  /// An instance that is kept permanently is never replaced: cells have its address (``CellRow``).
  func keep(_ product: Product) {
    // The plan lets only classes be weak, and those support weak references.
    let memory = isWeak ? entry.remember?(product.boxes[0]) : nil
    kept.withLock { kept in
      if case .instance = kept {
        assertionFailure("`\(entry.name)` was built twice for one slot")
      } else {
        kept = memory.map { .memory($0) } ?? .instance(product)
      }
    }
  }

  /// Releases the instance; callable only when no request can come any more.
  func empty() {
    // It is released after the lock: its `deinit` may run any code.
    _ = kept.withLock { kept in
      defer { kept = .nothing }
      return kept
    }
  }
}
