import PatchbayDiagnostics
import Synchronization

/// A plan and its instances: what a program asks for its services.
///
/// ```swift
/// let container = Container(plan)
/// let server = try container.resolve(.server)
/// ```
///
/// A container may be used from any thread. A singleton is created exactly once however many ask
/// for it at the same time; independent ones are created in parallel. A factory that throws leaves
/// nothing half built, its failure is not remembered, and the next request tries again.
public final class Container: Sendable {
  /// The checked wiring that the container was made of.
  public let plan: Plan
  let wiring: Wiring
  /// One for each binding; nil for those that are not kept.
  private let slots: [Slot?]
  private let components: [Component]
  let lifecycle = Locked(Lifecycle())
  /// Set once, when `stop()` has ended: beside the lock, so that a request reads one word.
  private let closed = Atomic<Bool>(false)

  /// Makes a container; nothing is built before it is asked for.
  ///
  /// Cheap: the cost is one small object for each singleton. It cannot fail.
  public init(_ plan: Plan) {
    self.plan = plan
    self.wiring = plan.wiring
    self.slots = plan.wiring.bindings.map { $0.scope == .singleton ? Slot() : nil }
    self.components = plan.wiring.components.map { _ in Component() }
  }

  /// Whether `stop()` has ended; from then on nothing is given.
  var isClosed: Bool { closed.load(ordering: .acquiring) }

  func close() {
    lifecycle.withLock { $0.phase = .stopped }
    closed.store(true, ordering: .releasing)
  }

  func slot(_ index: Int) -> Slot? { slots[index] }
  func component(of index: Int) -> Component { components[wiring.bindings[index].component] }
}
