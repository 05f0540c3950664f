/// The `graph` services of one request: each is built once for all that the request builds.
///
/// Shared with the requests that a factory makes by its `Resolver` while it runs, from whichever
/// thread.
final class RequestGraph: Sendable {
  private let products = Locked<[Int: Product]>([:])

  /// The instance of a binding, where the request has one.
  func product(_ index: Int) -> Product? { products.withLock { $0[index] } }

  /// Shares an instance with the rest of the request.
  ///
  /// - Returns: The instance to go on with: that of another thread of the same request, where it was
  ///   shared first.
  func share(_ index: Int, _ product: Product) -> Product {
    products.withLock { products in
      if let first = products[index] { return first }
      products[index] = product
      return product
    }
  }

  /// Takes back what was shared before it was whole, and never will be.
  func remove(_ halfBuilt: [Int: Product]) {
    // What was shared is released after the lock.
    _ = products.withLock { products -> [Product] in
      halfBuilt.compactMap { index, product in
        products[index] === product ? products.removeValue(forKey: index) : nil
      }
    }
  }
}
