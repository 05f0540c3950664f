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
  private enum Kept {
    case nothing
    case instance(Product)
    /// One that lives as long as somebody else holds it.
    case memory(CatalogEntry.Memory)
  }

  /// What is built together with it shares the group.
  let group: BuildGroup
  private let entry: CatalogEntry
  /// Whether it lets go of its instance.
  let isWeak: Bool
  private let kept = Locked(Kept.nothing)

  init(_ binding: Binding, _ group: BuildGroup) {
    self.group = group
    entry = binding.entry
    isWeak = binding.scope == .weak
  }

  /// The instance, where there is one. Once kept it stays, unless its scope is `weak`.
  var product: Product? {
    switch kept.withLock({ $0 }) {
    case .nothing: nil
    case .instance(let product): product
    case .memory(let recall): recall().map { Product($0, entry) }
    }
  }

  /// The instance as its factory made it: no user code runs, as it does for its other contracts.
  var box: AnyBox? {
    switch kept.withLock({ $0 }) {
    case .nothing: nil
    case .instance(let product): product.boxes[0]
    case .memory(let recall): recall()
    }
  }

  /// Keeps an instance for good, or as long as it lives where its scope is `weak`.
  ///
  /// One that is kept for good is never replaced: cells have its address (``CellRow``).
  func keep(_ product: Product) {
    // The plan lets only classes be weak, and those can be remembered.
    let memory = isWeak ? entry.remember?(product.boxes[0]) : nil
    kept.withLock { kept in
      if case .instance = kept {
        assertionFailure("`\(entry.name)` was built twice for one slot")
      } else {
        kept = memory.map { .memory($0) } ?? .instance(product)
      }
    }
  }

  /// Lets go of the instance; only when no request can come any more.
  func empty() {
    // It is released after the lock: its `deinit` may do anything.
    _ = kept.withLock { kept in
      defer { kept = .nothing }
      return kept
    }
  }
}
