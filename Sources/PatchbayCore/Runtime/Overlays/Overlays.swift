import Synchronization

/// The overlays that lie over the services of a container.
final class Overlays: Sendable {
  private struct State {
    var table = OverlayTable()
    /// Whether its container gives nothing any more.
    var isClosed = false
    /// The cells of transients that are filled: any overlay may concern what they are given.
    var fresh: [Int] = []
    /// The producers by facet. Each is put together once, and stays: which overlays there are does not
    /// change it, and no one knows when the last request has left it.
    var producers: [Int: KeptProducer] = [:]
    /// The facets that no producer can be put together for, as the overlays are.
    var refused: Set<Int> = []
    /// Those of the container's children, while they live.
    var heirs: [ObjectIdentifier: Heir] = [:]
  }

  private struct Heir {
    weak var overlays: Overlays?
  }

  private let locked = Locked(State())
  let cells: Cells
  private let wiring: Wiring
  private let parent: Overlays?
  /// One bit for each group of bindings: whether one of them has an overlay.
  ///
  /// A request for what has none reads this word and nothing else.
  private let groups = Atomic<UInt64>(0)

  init(_ cells: Cells, _ wiring: Wiring, under parent: Overlays?) {
    self.cells = cells
    self.wiring = wiring
    self.parent = parent
    parent?.adopt(self)
  }

  deinit { parent?.disown(self) }

  private func adopt(_ child: Overlays) {
    let isClosed = locked.withLock { state in
      if !state.isClosed { state.heirs[ObjectIdentifier(child)] = Heir(overlays: child) }
      return state.isClosed
    }
    if isClosed { child.close() }
  }

  private func disown(_ child: Overlays) {
    let identity = ObjectIdentifier(child)
    locked.withLock { $0.heirs[identity] = nil }
  }

  /// Fills cells of a binding, unless an overlay lies over it, here or in a parent, or one of the
  /// containers was stopped.
  ///
  /// An overlay that comes meanwhile empties them afterwards: it is in the table first, then the cells
  /// of all heirs are emptied, each under its own lock, which is held here.
  func unlessOver(_ index: Int, _ fill: () -> Void) {
    locked.withLock { state in
      guard !state.isClosed, !state.table.isOver(index) else { return }
      var next = (wiring.bindings[index].inherited, parent)
      while let inherited = next.0, let overlays = next.1 {
        if overlays.mayConcern(inherited.index) { return }
        next = (overlays.wiring.bindings[inherited.index].inherited, overlays.parent)
      }
      fill()
    }
  }

  /// Fills a transient's cell, unless the container was stopped. `make` creates the producer,
  /// unless one of its dependencies has an overlay.
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
    while let overlays = pending.popLast() {
      pending += overlays.locked.withLock { state in
        state.isClosed = true
        overlays.cells.emptyAll()
        return state.heirs.values.compactMap(\.overlays)
      }
    }
  }

  /// Empties the cells of a binding, and of what the children have of it.
  private func empty(_ index: Int) {
    var pending = [(overlays: self, index: index)]
    while let (overlays, index) = pending.popLast() {
      let heirs = overlays.locked.withLock { state in
        overlays.cells.empty(overlays.wiring.facets.facets(of: index))
        return state.heirs.values.compactMap(\.overlays)
      }
      for heir in heirs {
        if let index = heir.wiring.heirs[index] { pending.append((heir, index)) }
      }
    }
  }

  /// Whether a binding may have an overlay.
  func mayConcern(_ index: Int) -> Bool {
    groups.load(ordering: .acquiring) & Self.group(of: index) != 0
  }

  /// All as they are now; nil where there are none.
  var table: OverlayTable? {
    groups.load(ordering: .acquiring) == 0 ? nil : locked.withLock { $0.table }
  }

  /// What stands before a service, as one contract; nil where nothing does.
  func stack(for service: BoundService) -> OverlayStack? {
    mayConcern(service.index) ? locked.withLock { $0.table.stack(for: service) } : nil
  }

  func add(_ overlay: Overlay) {
    locked.withLock { state in
      state.table.add(overlay)
      markGroups(of: state.table)
      cells.empty(state.fresh)
      state.fresh = []
      state.refused = []
    }
    empty(overlay.service.index)
  }

  /// The caller holds the overlay: what its callback holds is not let go under the lock.
  func remove(_ overlay: Overlay) {
    locked.withLock { state in
      state.table.remove(overlay)
      state.refused = []
      markGroups(of: state.table)
    }
  }

  private func markGroups(of table: OverlayTable) {
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
  /// The services that it is made of: while an overlay lies over one of them, it must not be used.
  let services: Set<Int>
}
