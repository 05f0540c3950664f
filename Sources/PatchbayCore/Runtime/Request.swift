/// One request: its requester, and the instances that it has found so far.
///
/// It retains them, so that a `weak` service is not released before the one that needs it is built.
struct Request {
  /// The construction on whose behalf it is made, if there is one.
  let requester: Construction?
  /// The overrides of its container when it began, which apply until it ends.
  let overrides: OverrideTable?
  /// For a child's request to its parent: the bindings of the children that lead there.
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

  /// Returns the instance in a slot, and retains it.
  mutating func product(_ slot: Slot) -> Product? {
    if let product = held[ObjectIdentifier(slot)] { return product }
    guard let product = slot.product else { return nil }
    // Only weak instances have to be retained.
    if slot.isWeak { held[ObjectIdentifier(slot)] = product }
    return product
  }

  /// Returns the instance of a binding, as a store sees it, and retains it.
  mutating func product(in store: InstanceStore, _ index: Int) -> Product? {
    store.home(of: index).flatMap { product($0.slot(index)) }
  }

  /// Retains the instances that another request has found, which was made for this one in a parent.
  mutating func hold(_ other: Request) { held.merge(other.held) { own, _ in own } }

  /// Retains the weak instances that were built on its behalf.
  mutating func hold(_ products: [Int: Product], in store: InstanceStore) {
    for (index, product) in products {
      guard let slot = store.home(of: index)?.slot(index), slot.isWeak else { continue }
      held[ObjectIdentifier(slot)] = product
    }
  }
}
