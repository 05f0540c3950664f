import PatchbayDiagnostics
import Synchronization

/// The storage of shared instances: that of a container, or of a running scope within it.
final class InstanceStore: Sendable {
  let wiring: Wiring
  /// 0 for a container, then the declared scopes, outermost first.
  let depth: Int
  /// The enclosing store, of the same container.
  let outer: InstanceStore?
  private let slots: [Slot]
  let lifecycle = Locked(Lifecycle())
  /// Set once, when stopping has ended; outside of the lock, so that a request reads one word.
  private let closed = Atomic<Bool>(false)

  init(_ wiring: Wiring, depth: Int = 0, outer: InstanceStore? = nil) {
    self.wiring = wiring
    self.depth = depth
    self.outer = outer
    var slots: [Slot] = []
    for index in wiring.keptComponents[depth] {
      let group = BuildGroup()
      for member in wiring.components[index] where wiring.bindings[member].scope.depth == depth {
        slots.append(Slot(wiring.bindings[member], group))
      }
    }
    self.slots = slots
  }

  /// Releases the instances in the reverse order of their construction: each service is released
  /// before its dependencies, so that no such chain is released by recursion. The services that a
  /// `Lazy` keeps are in no order.
  deinit {
    for slot in slots.reversed() { slot.empty() }
  }

  /// Whether it was stopped; no request succeeds from then on.
  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Closes it, under the lock of its lifecycle.
  func close(_ lifecycle: inout Lifecycle) {
    lifecycle.isClosed = true
    closed.store(true, ordering: .releasing)
  }

  /// Returns the store that keeps a binding's instances, itself or an outer one; nil if none does.
  func home(of index: Int) -> InstanceStore? {
    guard let depth = wiring.bindings[index].scope.depth else { return nil }
    var store = self
    while store.depth > depth, let outer = store.outer { store = outer }
    return store.depth == depth ? store : nil
  }

  /// Returns the slot of a binding that this store itself keeps.
  func slot(_ index: Int) -> Slot { slots[wiring.positions[index]] }

  /// Returns the instance of a binding, if this store or an outer one keeps it and it exists.
  func product(_ index: Int) -> Product? { home(of: index)?.slot(index).product }
}
