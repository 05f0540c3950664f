import Synchronization

/// The overrides that lie over the services of a container.
final class Overrides: Sendable {
  private struct State {
    var table = OverrideTable()
    /// Whether its container gives nothing any more.
    var isClosed = false
    /// The cells of transients that are filled: any override may concern what they are given.
    var fresh: [Int] = []
    /// The producers by facet. Each is put together once, and stays: which overrides there are does not
    /// change it, and no one knows when the last request has left it.
    var producers: [Int: KeptProducer] = [:]
    /// The facets that no producer can be put together for, as the overrides are.
    var refused: Set<Int> = []
    /// Those of the container's children, while they live.
    var heirs: [ObjectIdentifier: Heir] = [:]
  }

  private struct Heir {
    weak var overrides: Overrides?
  }

  private let locked = Locked(State())
  let cells: Cells
  private let wiring: Wiring
  private let parent: Overrides?
  /// One bit for each group of bindings: whether one of them has an override.
  ///
  /// A request for what has none reads this word and nothing else.
  private let groups = Atomic<UInt64>(0)

  init(_ cells: Cells, _ wiring: Wiring, under parent: Overrides?) {
    self.cells = cells
    self.wiring = wiring
    self.parent = parent
    parent?.adopt(self)
  }

  deinit { parent?.disown(self) }

  private func adopt(_ child: Overrides) {
    let isClosed = locked.withLock { state in
      if !state.isClosed { state.heirs[ObjectIdentifier(child)] = Heir(overrides: child) }
      return state.isClosed
    }
    if isClosed { child.close() }
  }

  private func disown(_ child: Overrides) {
    let identity = ObjectIdentifier(child)
    locked.withLock { $0.heirs[identity] = nil }
  }

  /// Fills cells of a binding, unless an override lies over it, here or in a parent, or one of the
  /// containers was stopped.
  ///
  /// An override that comes meanwhile empties them afterwards: it is in the table first, then the cells
  /// of all heirs are emptied, each under its own lock, which is held here.
  func unlessOver(_ index: Int, _ fill: () -> Void) {
    locked.withLock { state in
      guard !state.isClosed, !state.table.isOver(index) else { return }
      var next = (wiring.bindings[index].inherited, parent)
      while let inherited = next.0, let overrides = next.1 {
        if overrides.mayConcern(inherited.index) { return }
        next = (overrides.wiring.bindings[inherited.index].inherited, overrides.parent)
      }
      fill()
    }
  }

  /// Fills a transient's cell, unless the container was stopped. `make` creates the producer,
  /// unless one of its dependencies has an override.
  func fillTransient(_ facet: Int, _ make: (@escaping (Int) -> Bool) -> KeptProducer?) {
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
      state.fresh.append(facet)
      cells.fill(facet, kept.producer)
    }
  }

  /// Lets go of the producers: only when the container goes, and before its instances do.
  func releaseProducers() {
    let producers = locked.withLock { state in
      defer { state.producers = [:] }
      return state.producers
    }
    _ = producers
  }

  /// Empties all cells, and those of the children, for ever.
  func close() {
    var pending = [self]
    while let overrides = pending.popLast() {
      pending += overrides.locked.withLock { state in
        state.isClosed = true
        overrides.cells.emptyAll()
        return state.heirs.values.compactMap(\.overrides)
      }
    }
  }

  /// Empties the cells of a binding, and of what the children have of it.
  private func empty(_ index: Int) {
    var pending = [(overrides: self, index: index)]
    while let (overrides, index) = pending.popLast() {
      let heirs = overrides.locked.withLock { state in
        overrides.cells.empty(overrides.wiring.facets.facets(of: index))
        return state.heirs.values.compactMap(\.overrides)
      }
      for heir in heirs {
        if let index = heir.wiring.heirs[index] { pending.append((heir, index)) }
      }
    }
  }

  /// Whether a binding may have an override.
  func mayConcern(_ index: Int) -> Bool {
    groups.load(ordering: .acquiring) & Self.group(of: index) != 0
  }

  /// All as they are now; nil where there are none.
  var table: OverrideTable? {
    groups.load(ordering: .acquiring) == 0 ? nil : locked.withLock { $0.table }
  }

  /// What stands before a service, as one contract; nil where nothing does.
  func stack(for service: BoundService) -> OverrideStack? {
    mayConcern(service.index) ? locked.withLock { $0.table.stack(for: service) } : nil
  }

  func add(_ override: Override) {
    locked.withLock { state in
      state.table.add(override)
      markGroups(of: state.table)
      cells.empty(state.fresh)
      state.fresh = []
      state.refused = []
    }
    empty(override.service.index)
  }

  /// The caller holds the override: what its callback holds is not let go under the lock.
  func remove(_ override: Override) {
    locked.withLock { state in
      state.table.remove(override)
      state.refused = []
      markGroups(of: state.table)
    }
  }

  private func markGroups(of table: OverrideTable) {
    let groups = table.indices.reduce(0) { $0 | Self.group(of: $1) }
    self.groups.store(groups, ordering: .releasing)
  }

  private static func group(of index: Int) -> UInt64 { 1 << UInt64(index & 63) }
}

/// A producer, with what it is made of.
struct KeptProducer: Sendable {
  let producer: AnyProducer
  /// What the producer has the addresses of.
  let parts: [any AnyObject & Sendable]
  /// The services that it is made of: while an override lies over one of them, it must not be used.
  let services: Set<Int>
}
