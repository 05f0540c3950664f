/// The `graph` services of one request: each is built once for everything that the request builds, in its
/// container and in the parents.
///
/// Shared with the requests that a factory makes by its `Resolver` while it runs, on any thread, and with those
/// that the `Lazy` handles of the request make later.
final class RequestGraph: Sendable {
  private struct Key: Hashable {
    let wiring: ObjectIdentifier
    let index: Int
  }

  fileprivate struct Shared {
    /// The plan retains it for longer than a request.
    let wiring: Wiring
    var product: Product?
    /// Returns the instance of a request that has ended, while another object retains it.
    var memory: CatalogEntry.Memory?
  }

  private struct State {
    var shared: [Key: Shared] = [:]
    /// The number of running constructions that belong to the request: the one that makes the graph.
    var users = 1
    /// Whether a handle makes further requests when the constructions have ended.
    var isKept = false
  }

  private let state = Locked(State())

  /// Returns the instance of a service, if the request has one.
  func product(_ index: Int, in wiring: Wiring) -> Product? {
    let key = Key(wiring: ObjectIdentifier(wiring), index: index)
    let found = state.withLock { $0.shared[key] }
    if let product = found?.product { return product }
    // Outside of the lock, as the conversions to contracts may request services.
    return (found?.memory?()).map {
      share(index, Product($0, wiring.services[index].entry), in: wiring)
    }
  }

  /// Shares an instance with the rest of the request.
  ///
  /// - Returns: The instance to use: that of another thread of the same request, if it was shared
  ///   first.
  func share(_ index: Int, _ product: Product, in wiring: Wiring) -> Product {
    let key = Key(wiring: ObjectIdentifier(wiring), index: index)
    return state.withLock { state in
      if let first = state.shared[key]?.product { return first }
      state.shared[key] = Shared(wiring: wiring, product: product)
      return product
    }
  }

  /// Removes products that were shared before they were complete, and never will be.
  func remove(_ halfBuilt: [Int: Product], of wiring: Wiring) {
    // They are released after the lock.
    _ = state.withLock { state -> [Shared] in
      halfBuilt.compactMap { index, product in
        let key = Key(wiring: ObjectIdentifier(wiring), index: index)
        guard state.shared[key]?.product?.box === product.box else { return nil }
        return state.shared.removeValue(forKey: key)
      }
    }
  }
}

// A handle retains the graph until it is used, and the graph retains nothing of a request that has ended: the
// holder of the handle is often among it.
extension RequestGraph {
  /// Has the graph remember its instances for a handle when the constructions have ended.
  func remember() { state.withLock { $0.isKept = true } }

  /// Begins a construction that belongs to the request.
  func begin() { state.withLock { $0.users += 1 } }

  /// Ends a construction that belongs to the request.
  func end() {
    // They are released after the lock.
    _ = state.withLock { state -> [Key: Shared]? in
      state.users -= 1
      guard state.users == 0, state.isKept else { return nil }
      let shared = state.shared
      for (key, one) in shared { state.shared[key] = one.afterEnd(key.index) }
      return shared
    }
  }
}

extension RequestGraph.Shared {
  /// Returns what is left of an instance after the request: an object while others retain it; a value, unless
  /// handles that it retains may retain the graph.
  fileprivate func afterEnd(_ index: Int) -> Self? {
    guard let product else { return self }
    if let memory = wiring.services[index].entry.memory(of: product.box) {
      return Self(wiring: wiring, product: nil, memory: memory)
    }
    return wiring.mayRetainHandles(index) ? nil : self
  }
}
