import PatchbayConfiguration
import PatchbayCore

/// A service with every kind of handle, which counts those that are alive.
final class HandleHolder: Sendable {
  let provider: Provider<Node>
  let lazy: Lazy<Node>
  let resolver: Resolver
  private let alive: Counter

  init(_ provider: Provider<Node>, _ lazy: Lazy<Node>, _ resolver: Resolver, _ alive: Counter) {
    (self.provider, self.lazy, self.resolver) = (provider, lazy, resolver)
    self.alive = alive
    alive.increment()
  }

  deinit { alive.decrement() }
}
