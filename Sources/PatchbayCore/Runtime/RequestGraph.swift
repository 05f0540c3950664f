/// The `graph` services of one request: each is built once for everything that the request builds.
///
/// Shared with the requests that a factory makes by its `Resolver` while it runs, on any thread.
final class RequestGraph: Sendable {
  private let products = Locked<[Int: Product]>([:])

  /// Returns the instance of a binding, if the request has one.
  func product(_ index: Int) -> Product? { products.withLock { $0[index] } }

  /// Shares an instance with the rest of the request.
  ///
  /// - Returns: The instance to use: that of another thread of the same request, if it was shared
  ///   first.
  func share(_ index: Int, _ product: Product) -> Product {
    products.withLock { products in
      if let first = products[index] { return first }
      products[index] = product
      return product
    }
  }

  /// Removes products that were shared before they were complete, and never will be.
  func remove(_ halfBuilt: [Int: Product]) {
    // They are released after the lock.
    _ = products.withLock { products -> [Product] in
      halfBuilt.compactMap { index, product in
        products[index]?.box === product.box ? products.removeValue(forKey: index) : nil
      }
    }
  }
}
