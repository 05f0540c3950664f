import Synchronization

/// The overlays that lie over the services of a container.
final class Overlays: Sendable {
  private struct State {
    var table = OverlayTable()
    /// Whether its container gives nothing any more.
    var isClosed = false
  }

  private let locked = Locked(State())
  private let cells: Cells
  private let facets: FacetTable
  /// One bit for each group of bindings: whether one of them has an overlay.
  ///
  /// A request for what has none reads this word and nothing else.
  private let groups = Atomic<UInt64>(0)

  init(_ cells: Cells, _ facets: FacetTable) {
    self.cells = cells
    self.facets = facets
  }

  /// Fills cells of a binding, unless an overlay lies over it or the container was stopped.
  ///
  /// An overlay that comes meanwhile empties them afterwards.
  func unlessOver(_ index: Int, _ fill: () -> Void) {
    locked.withLock { state in
      if !state.isClosed, !state.table.isOver(index) { fill() }
    }
  }

  /// Empties all cells, for ever.
  func close() {
    locked.withLock { state in
      state.isClosed = true
      cells.emptyAll()
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

  func add(_ overlay: Overlay) {
    locked.withLock { state in
      state.table.add(overlay)
      markGroups(of: state.table)
      cells.empty(facets.facets(of: overlay.service.index))
    }
  }

  /// The caller holds the overlay: what its callback holds is not let go under the lock.
  func remove(_ overlay: Overlay) {
    locked.withLock { state in
      state.table.remove(overlay)
      markGroups(of: state.table)
    }
  }

  private func markGroups(of table: OverlayTable) {
    let groups = table.indices.reduce(0) { $0 | Self.group(of: $1) }
    self.groups.store(groups, ordering: .releasing)
  }

  private static func group(of index: Int) -> UInt64 { 1 << UInt64(index & 63) }
}
