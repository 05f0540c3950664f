public import Synchronization

/// The overrides of a container's services.
@usableFromInline
final class Overrides: Sendable {
  private struct State {
    var table = OverrideTable()
    /// Those of a test, its children's too.
    var records: [OverrideRecord] = []
    /// Whether its container is closed.
    var isClosed = false
    /// The cells that are filled with producers: any override may affect one of their dependencies.
    var produced: [Int] = []
    /// The producers by their first facet. Each is built once and kept: it does not depend on the
    /// overrides, and a request may still be running it.
    var producers: [Int: KeptProducer] = [:]
    /// The first facets of those that cannot have a producer with the current overrides.
    var refused: Set<Int> = []
    /// Those of the container's children, while they exist. Each child knows its position: a dictionary
    /// would cost it 900 instructions.
    var children: [Child] = []
    /// The positions without a child.
    var free: [Int] = []
  }

  private struct Child {
    weak var overrides: Overrides?
  }

  private let locked = Locked(State())
  let cells: Cells
  private let wiring: Wiring
  private let parent: Overrides?
  /// The position among the parent's children; negative if it is none of them.
  private let position = Atomic<Int>(-1)
  /// One bit for each group of bindings: whether one of them has an override; all bits, once the
  /// container is closed.
  ///
  /// A request for a service of a group without overrides reads only this word.
  @usableFromInline let groups = Atomic<UInt64>(0)

  init(_ cells: Cells, _ wiring: Wiring, under parent: Overrides?) {
    self.cells = cells
    self.wiring = wiring
    self.parent = parent
    parent?.adopt(self)
  }

  deinit { parent?.disown(self) }

  private func adopt(_ child: Overrides) {
    let isClosed = locked.withLock { state in
      guard !state.isClosed else { return true }
      let position = state.free.popLast() ?? state.children.count
      if position == state.children.count {
        state.children.append(Child(overrides: child))
      } else {
        state.children[position].overrides = child
      }
      child.position.store(position, ordering: .relaxed)
      return false
    }
    if isClosed { child.close() }
  }

  private func disown(_ child: Overrides) {
    let position = child.position.load(ordering: .relaxed)
    guard position >= 0 else { return }
    locked.withLock { state in
      state.children[position].overrides = nil
      state.free.append(position)
    }
  }

  /// Fills the cell of a shared instance that is kept, unless an override of its binding exists, here or
  /// in a parent, or one of the containers was stopped.
  ///
  /// An override that is added meanwhile empties it afterwards: it is in the table first, and
  /// then the cells of all children are emptied, each under its own lock, which is held here.
  func fill(_ facet: Int, of index: Int, with box: AnyBox, if isKept: () -> Bool) {
    locked.withLock { state in
      guard !state.isClosed, !state.table.isOver(index), parent == nil || !isOverAbove(index),
        isKept()
      else { return }
      cells.fill(facet, box)
    }
  }

  /// Whether a binding may have an override in a parent.
  private func isOverAbove(_ index: Int) -> Bool {
    var next = (wiring.parentIndex(of: index), parent)
    while let index = next.0, let overrides = next.1 {
      if overrides.mayConcern(index) { return true }
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
    while let overrides = pending.popLast() {
      pending += overrides.locked.withLock { state in
        state.isClosed = true
        overrides.markGroups(of: state)
        overrides.cells.emptyAll()
        return state.children.compactMap(\.overrides)
      }
    }
  }

  /// Empties the cells of a binding, and those of the children that inherit it.
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
  @inlinable var areNone: Bool { groups.load(ordering: .acquiring) == 0 }

  /// Whether a binding may have an override.
  func mayConcern(_ index: Int) -> Bool {
    groups.load(ordering: .acquiring) & Self.group(of: index) != 0
  }

  /// The current overrides; nil if there are none.
  var table: OverrideTable? {
    groups.load(ordering: .acquiring) == 0 ? nil : locked.withLock { $0.table }
  }

  /// Returns the overrides of a service, as one contract; nil if there are none.
  func stack(for service: BoundService) -> OverrideStack? {
    mayConcern(service.index) ? locked.withLock { $0.table.stack(for: service) } : nil
  }

  /// The records of the overrides here, in the parents and in their children.
  var records: [OverrideRecord] { parent?.records ?? locked.withLock { $0.records } }

  private func keep(_ record: OverrideRecord) {
    if let parent { parent.keep(record) } else { locked.withLock { $0.records.append(record) } }
  }

  func add(_ override: Override) {
    if let record = override.record { keep(record) }
    locked.withLock { state in
      state.table.add(override)
      markGroups(of: state)
      cells.empty(state.produced)
      state.produced = []
      state.refused = []
    }
    empty(override.service.index)
  }

  /// Removes an override from the table. The caller retains it, so that its callback's captures are not
  /// released under the lock.
  func change(_ remove: (inout OverrideTable) -> Void) {
    locked.withLock { state in
      remove(&state.table)
      state.refused = []
      markGroups(of: state)
    }
  }

  private func markGroups(of state: State) {
    let groups =
      state.isClosed ? .max : state.table.indices.reduce(0) { $0 | Self.group(of: $1) }
    self.groups.store(groups, ordering: .releasing)
  }

  private static func group(of index: Int) -> UInt64 { 1 << UInt64(index & 63) }
}

/// A producer, and the objects that it points to.
struct KeptProducer: Sendable {
  let producer: AnyProducer
  /// The objects whose addresses the producer contains.
  let parts: [any AnyObject & Sendable]
  /// The services that it is made of: it must not be used while one of them has an override.
  let services: Set<Int>
}
