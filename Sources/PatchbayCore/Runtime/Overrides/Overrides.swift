public import Synchronization

/// The overrides of a container's services.
@usableFromInline
final class Overrides: Sendable {
  private struct State {
    var table = OverrideTable()
    /// Those of a test, its children's too.
    var receipts: [OverrideReceipt] = []
    /// Whether its container is closed.
    var isClosed = false
    /// The cells that are filled with producers: any override may affect one of their dependencies.
    var produced: [Int] = []
    /// The producers by their first facet. Each is built once and kept: it does not depend on the
    /// overrides, and a request may still be running it.
    var producers: [Int: KeptProducer] = [:]
    /// The first facets of those that cannot have a producer with the current overrides.
    var refused: Set<Int> = []
    /// Those of the container's children; nil where one was released.
    var children: [Child] = []
    /// The length of the list at which the entries of released children are removed from it.
    var mostChildren = Overrides.leastChildren
  }

  private struct Child {
    weak var overrides: Overrides?
  }

  private let locked = Locked(State())
  let cells: Cells
  private let wiring: Wiring
  private let parent: Overrides?
  /// Whether the table has entries, or the container is closed: outside of the lock, because most requests
  /// need to know no more.
  @usableFromInline let hasAny = Atomic<Bool>(false)

  init(_ cells: Cells, _ wiring: Wiring, under parent: Overrides?) {
    self.cells = cells
    self.wiring = wiring
    self.parent = parent
    parent?.adopt(self)
  }

  private static let leastChildren = 8

  private func adopt(_ child: Overrides) {
    let (isClosed, others) = locked.withLock { state in
      var others: [Overrides] = []
      // At least half of the entries are new each time, so that a child costs the same among many.
      if state.children.count == state.mostChildren {
        others = state.children.compactMap(\.overrides)
        state.children.removeAll(keepingCapacity: true)
        state.children += others.map { Child(overrides: $0) }
        state.mostChildren = max(Self.leastChildren, 2 * others.count)
      }
      if !state.isClosed { state.children.append(Child(overrides: child)) }
      return (state.isClosed, others)
    }
    if isClosed { child.close() }
    // Not released under the lock: a child may have been released meanwhile, and its callbacks with it.
    withExtendedLifetime(others) {}
  }

  /// Fills the cell of a shared instance that is kept, unless an override of its service exists, here or
  /// in a parent, or one of the containers was stopped.
  ///
  /// An override that is added meanwhile empties it afterwards: it is in the table first, and
  /// then the cells of all children are emptied, each under its own lock, which is held here.
  func fill(_ facet: Int, of index: Int, with box: AnyBox, if isKept: () -> Bool) {
    locked.withLock { state in
      guard !state.isClosed, !state.table.isOver(index),
        parent == nil || !isOverriddenInParent(index),
        isKept()
      else { return }
      cells.fill(facet, box)
    }
  }

  /// Whether a service has an override in a parent, whose lock is always taken inside of its child's.
  private func isOverriddenInParent(_ index: Int) -> Bool {
    var next = (wiring.parentIndex(of: index), parent)
    while let index = next.0, let overrides = next.1 {
      if !overrides.areNone,
        overrides.locked.withLock({ $0.isClosed || $0.table.isOver(index) })
      {
        return true
      }
      next = (overrides.wiring.parentIndex(of: index), overrides.parent)
    }
    return false
  }

  /// Fills the cell of a facet with its producer, unless the container was stopped. `make` creates the producer,
  /// unless one of its dependencies has an override.
  func fillProducer(_ facet: Int, _ make: (@escaping (Int) -> Bool) -> KeptProducer?) {
    locked.withLock { state in
      guard !state.isClosed, !cells.isFilled(facet), !state.refused.contains(facet) else { return }
      let table = state.table
      guard let kept = state.producers[facet] ?? make({ table.isOver($0) }),
        !kept.services.contains(where: table.isOver)
      else {
        state.refused.insert(facet)
        return
      }
      state.producers[facet] = kept
      state.produced.append(facet)
      cells.fill(facet, kept.producer)
    }
  }

  /// Releases the producers; callable only while the container is deallocated, before its instances
  /// are released.
  func releaseProducers() {
    let producers = locked.withLock { state in
      defer { state.producers = [:] }
      return state.producers
    }
    _ = producers
  }

  /// Empties all cells, and those of the children, permanently.
  func close() {
    var pending = [self]
    var ended: [Override] = []
    defer { withExtendedLifetime(ended) {} }
    while let overrides = pending.popLast() {
      pending += overrides.locked.withLock { state in
        state.isClosed = true
        ended += state.table.endKept()
        overrides.hasAny.store(true, ordering: .releasing)
        overrides.cells.emptyAll()
        return state.children.compactMap(\.overrides)
      }
    }
  }

  /// Empties the cells of a service, and those of the children that inherit it.
  private func empty(_ index: Int) {
    var pending = [(overrides: self, index: index)]
    while let (overrides, index) = pending.popLast() {
      let children = overrides.locked.withLock { state in
        overrides.cells.empty(overrides.wiring.facets.facets(of: index))
        return state.children.compactMap(\.overrides)
      }
      for child in children {
        if let index = child.wiring.index(ofParent: index) { pending.append((child, index)) }
      }
    }
  }

  /// Whether the container is open, and has no override at all.
  @inlinable var areNone: Bool { !hasAny.load(ordering: .acquiring) }

  /// The current overrides; nil if there are none.
  var table: OverrideTable? { areNone ? nil : locked.withLock { $0.table } }

  /// Returns the overrides of a service, as one contract; nil if there are none.
  func stack(for service: BoundService) -> OverrideStack? {
    areNone ? nil : locked.withLock { $0.table.stack(for: service) }
  }

  /// Those of the overrides here, in the parents and in their children.
  var receipts: [OverrideReceipt] { parent?.receipts ?? locked.withLock { $0.receipts } }

  private func add(_ receipt: OverrideReceipt) {
    if let parent { parent.add(receipt) } else { locked.withLock { $0.receipts.append(receipt) } }
  }

  func add(_ override: Override) {
    if let receipt = override.receipt { add(receipt) }
    locked.withLock { state in
      state.table.add(override)
      hasAny.store(true, ordering: .releasing)
      cells.empty(state.produced)
      state.produced = []
      state.refused = []
    }
    empty(override.service.index)
  }

  /// Keeps instances that replace services until the container is stopped; returns the services.
  func holdInstances(where isWanted: (BoundService) -> Bool) -> [Int] {
    areNone ? [] : locked.withLock { $0.table.holdInstances(where: isWanted) }
  }

  /// Removes an override from the table. The caller retains it, so that its callback's captures are not
  /// released under the lock.
  func change(_ remove: (inout OverrideTable) -> Void) {
    locked.withLock { state in
      remove(&state.table)
      state.refused = []
      hasAny.store(state.isClosed || !state.table.isEmpty, ordering: .releasing)
    }
  }
}

/// A producer, and the objects that it points to.
struct KeptProducer: Sendable {
  let producer: AnyProducer
  /// The objects whose addresses the producer contains.
  let parts: [any AnyObject & Sendable]
  /// The services that it is made of: it must not be used while one of them has an override.
  let services: Set<Int>
}
