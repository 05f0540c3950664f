import Synchronization

/// The overlays that lie over the services of a container.
final class Overlays: Sendable {
  private struct State {
    var table = OverlayTable()
    /// Whether its container gives nothing any more.
    var isClosed = false
    /// The cells of transients that are filled: any overlay may concern what they are given.
    var fresh: [Int] = []
    /// What is and was behind them. Nobody knows when the last request has left it, so it stays.
    var kept: [AnyProducer] = []
    var products: [FreshProduct] = []
  }

  /// A program that puts overlays on and off for ever must not grow for ever: then its transients go
  /// the whole way.
  private static let productLimit = 10_000

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

  /// Fills a transient's cell, unless the container was stopped.
  ///
  /// - Parameter make: puts the producer together, unless an overlay lies over what it needs.
  func fillFresh(
    _ facet: Int,
    _ make: (@escaping (Int) -> Bool) -> (product: FreshProduct, kept: [AnyProducer])?
  ) {
    locked.withLock { state in
      guard !state.isClosed, state.products.count < Self.productLimit else { return }
      let table = state.table
      guard let (product, kept) = make({ table.isOver($0) }) else { return }
      state.products.append(product)
      state.kept += kept
      state.fresh.append(facet)
      cells.fill(facet, product)
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
      cells.empty(state.fresh)
      state.fresh = []
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
