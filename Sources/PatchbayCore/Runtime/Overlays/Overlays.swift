import Synchronization

/// The overlays that lie over the services of a container.
final class Overlays: Sendable {
  private let locked = Locked(OverlayTable())
  /// One bit for each group of bindings: whether one of them has an overlay.
  ///
  /// A request for what has none reads this word and nothing else.
  private let groups = Atomic<UInt64>(0)

  /// Whether a binding may have an overlay.
  func mayConcern(_ index: Int) -> Bool {
    groups.load(ordering: .acquiring) & Self.group(of: index) != 0
  }

  /// All as they are now; nil where there are none.
  var table: OverlayTable? {
    groups.load(ordering: .acquiring) == 0 ? nil : locked.withLock { $0 }
  }

  func add(_ overlay: Overlay) {
    locked.withLock { table in
      table.add(overlay)
      markGroups(of: table)
    }
  }

  /// The caller holds the overlay: what its callback holds is not let go under the lock.
  func remove(_ overlay: Overlay) {
    locked.withLock { table in
      table.remove(overlay)
      markGroups(of: table)
    }
  }

  private func markGroups(of table: OverlayTable) {
    let groups = table.indices.reduce(0) { $0 | Self.group(of: $1) }
    self.groups.store(groups, ordering: .releasing)
  }

  private static func group(of index: Int) -> UInt64 { 1 << UInt64(index & 63) }
}
