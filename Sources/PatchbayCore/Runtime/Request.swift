/// One request: who asks, and what it has found so far.
///
/// It holds what it has found, so that a `weak` service does not go again before the one that needs
/// it is built.
struct Request {
  /// The construction on whose behalf it is made, where there is one.
  let requester: Construction?
  /// The overrides of its container when it began: they stay the same until it ends.
  let overrides: OverrideTable?
  /// For what a child asks of its parent: the bindings of the children that lead there.
  let children: [(wiring: Wiring, path: ArraySlice<DependencyWalk.Step>)]
  private var held: [ObjectIdentifier: Product] = [:]

  init(
    requester: Construction?,
    overrides: OverrideTable?,
    children: [(wiring: Wiring, path: ArraySlice<DependencyWalk.Step>)] = []
  ) {
    self.requester = requester
    self.overrides = overrides
    self.children = children
  }

  /// The instance in a slot, held from now on.
  mutating func product(_ slot: Slot) -> Product? {
    if let product = held[ObjectIdentifier(slot)] { return product }
    guard let product = slot.product else { return nil }
    // Only what can go again has to be held.
    if slot.isWeak { held[ObjectIdentifier(slot)] = product }
    return product
  }

  /// The instance of a binding, as a store sees it; held from now on.
  mutating func product(in store: InstanceStore, _ index: Int) -> Product? {
    store.home(of: index).flatMap { product($0.slot(index)) }
  }

  /// Holds what another request has found, which was made for this one in a parent.
  mutating func hold(_ other: Request) { held.merge(other.held) { own, _ in own } }

  /// Holds what was built on its behalf, where it could go again.
  mutating func hold(_ products: [Int: Product], in store: InstanceStore) {
    for (index, product) in products {
      guard let slot = store.home(of: index)?.slot(index), slot.isWeak else { continue }
      held[ObjectIdentifier(slot)] = product
    }
  }
}
