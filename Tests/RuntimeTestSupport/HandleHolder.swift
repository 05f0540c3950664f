package import PatchbayCore

/// A service with every kind of handle, which counts those that are alive.
package final class HandleHolder: Sendable {
  package let provider: Provider<Node>
  package let lazy: Lazy<Node>
  package let resolver: Resolver
  private let alive: Counter

  package init(
    _ provider: Provider<Node>, _ lazy: Lazy<Node>, _ resolver: Resolver, _ alive: Counter
  ) {
    (self.provider, self.lazy, self.resolver) = (provider, lazy, resolver)
    self.alive = alive
    alive.increment()
  }

  deinit { alive.decrement() }
}
