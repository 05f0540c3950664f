import PatchbayDiagnostics
public import Synchronization

/// The storage of shared instances: that of a container, or of a running scope within it.
///
/// Of each group of services that are built together, at most one construction runs at a time.
/// Beginning one is one atomic step, and so is its end, which the store sees after the instances are
/// kept: without a running construction, what the store keeps is final. The running ones are in the row.
@usableFromInline
final class InstanceStore: Sendable {
  // Apart from the count of its references, which each scope inside of it changes.
  private let after = RestOfLine()
  let wiring: Wiring
  /// 0 for a container, then the declared scopes, outermost first.
  @usableFromInline let depth: Int
  /// The enclosing store, of the same container.
  let outer: InstanceStore?
  /// Which store is that of the container: known without a search, which retains each store on the way.
  let rootIdentifier: ObjectIdentifier?
  /// Whether the store around it is that of a scope, too.
  let isInsideOfScope: Bool
  /// The instances that are kept for good.
  @usableFromInline let row: InstanceRow
  /// The weak references to the instances that live as long as another object retains them.
  private let memories = Locked<[Int: CatalogEntry.Memory]>([:])
  let lifecycle = Locked<Lifecycle?>(nil)
  /// Whether everything was stopped: instances that are built from now on are stopped at once. Set once, under the
  /// lock of the lifecycle; not in it, so that a request reads one word.
  @usableFromInline let closed = Atomic<Bool>(false)
  /// Whether a container is observed or starts; never set in the store of a scope.
  let isWatched = Atomic<Bool>(false)

  init(_ wiring: Wiring, depth: Int = 0, outer: InstanceStore? = nil) {
    self.wiring = wiring
    self.depth = depth
    self.outer = outer
    rootIdentifier = outer.map { $0.rootIdentifier ?? ObjectIdentifier($0) }
    isInsideOfScope = outer?.outer != nil
    row = InstanceRow(count: wiring.facets.rowLengths[depth])
  }

  /// Releases the instances in the reverse order of their construction: each service is released
  /// before its dependencies, so that no such chain is released by recursion. The services that a
  /// `Lazy` keeps are in no order.
  deinit { row.deallocate() }

  /// The store of the container.
  var root: InstanceStore {
    var store = self
    while let outer = store.outer { store = outer }
    return store
  }

  /// Whether it was stopped; no request succeeds from then on.
  @inlinable var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Closes it, under the lock of its lifecycle, and removes it from the scopes inside of another store.
  func close(_ lifecycle: Lifecycle?) {
    closed.store(true, ordering: .releasing)
    lifecycle?.listing = nil
  }

  /// Returns the store that keeps a service's instances, itself or an outer one; nil if none does.
  func home(of index: Int) -> InstanceStore? {
    wiring.services[index].scope.depth.flatMap(store(atDepth:))
  }

  /// Returns the store of a depth, itself or an outer one; nil for an inner one.
  @inline(__always)
  func store(atDepth depth: Int) -> InstanceStore? {
    depth == self.depth ? self : outerStore(atDepth: depth)
  }

  @inline(never)
  private func outerStore(atDepth depth: Int) -> InstanceStore? {
    var store = self
    while store.depth > depth, let outer = store.outer { store = outer }
    return store.depth == depth ? store : nil
  }

  /// Returns the instance of a service as one of its contracts, if this store or an outer one keeps it for good and
  /// it exists.
  func permanent(_ service: BoundService) -> AnyBox? {
    let place = wiring.facets.place(of: service)
    return row(of: place)?.box(Int(place.position))
  }

  /// Whether it exists.
  func isPermanent(_ service: BoundService) -> Bool {
    let place = wiring.facets.place(of: service)
    return row(of: place)?.isKept(Int(place.position)) ?? false
  }

  @inline(__always)
  private func row(of place: FacetTable.Place) -> InstanceRow? {
    // Nearly always; no store is retained for it.
    if Int(place.depth) == depth { return row }
    return place.depth < 0 ? nil : store(atDepth: Int(place.depth))?.row
  }
}

// The instances that this store itself keeps.
extension InstanceStore {
  /// Whether an instance exists that stays; a `weak` one may be released at any time.
  func isKept(_ index: Int) -> Bool {
    let place = wiring.facets.place(of: BoundService(index: index))
    return place.depth >= 0 && row.isKept(Int(place.position))
  }

  /// Whether this store or an outer one has an instance of a service.
  func has(_ index: Int) -> Bool {
    guard let home = home(of: index) else { return false }
    return home.isKept(index) || home.kept(BoundService(index: index)) != nil
  }

  /// Returns an instance as one of its contracts, if it exists.
  func kept(_ service: BoundService) -> AnyBox? {
    guard wiring.services[service.index].scope.isWeak else {
      return row.box(wiring.facets.position(of: service))
    }
    return weakInstance(service.index).map {
      wiring.services[service.index].view($0, as: service.contract)
    }
  }

  /// Keeps an instance permanently, or as long as it lives if its scope is `weak`.
  ///
  /// An instance that is kept permanently is never replaced: cells have its address (``CellRow``).
  func keep(_ index: Int, _ planned: PlannedService, _ product: Product) {
    guard planned.scope.isWeak else {
      row.keep(product, at: wiring.facets.position(of: BoundService(index: index)))
      return
    }
    // The plan lets only classes be weak, and those support weak references.
    remember(index, by: planned.entry.memory(of: product.box))
  }
}

extension InstanceStore {
  /// The answer to a caller that would build a service.
  enum Claim {
    /// It exists. The instance is retained here, as this may be the last reference to it.
    case ready(AnyBox)
    /// Another caller builds it, or its group.
    case running(Construction)
    /// The caller has to build it, and to end the claim.
    case begun(Construction)
  }

  /// Finds the running construction of a service's group, or begins one, in one step.
  func claim(_ index: Int, requester: Construction?) -> Claim {
    let position = wiring.facets.claim(of: index)
    while true {
      if row.isEmpty(position) {
        let construction = Construction(index, in: self, requester: requester)
        if row.claim(position, for: construction) {
          // Of a group, by another construction, before the claim.
          guard let box = instanceElsewhere(index, position) else { return .begun(construction) }
          endClaim(index)
          construction.finish()
          return .ready(box)
        }
      }
      if let box = row.box(position) { return .ready(box) }
      // If it has ended since, the loop reads how.
      if let running = memories.withLock({ _ in row.running(position) }) {
        return .running(running.takeRetainedValue())
      }
    }
  }

  /// Returns the instance of a service whose claim is not in its own word, without user code, unlike as its other
  /// contracts.
  @inline(__always)
  private func instanceElsewhere(_ index: Int, _ claim: Int) -> AnyBox? {
    let place = wiring.facets.place(of: BoundService(index: index))
    if place.depth < 0 { return weakInstance(index) }
    return Int(place.position) == claim ? nil : row.box(Int(place.position))
  }

  /// Ends the claim to a service's group; its instances are kept, or none will be. The caller, who has a reference
  /// to the construction, finishes it.
  func endClaim(_ index: Int) {
    row.abandon(wiring.facets.claim(of: index))
    // Who has read the construction in the word before retains it by now.
    memories.withLock { _ in }
  }

  /// Returns a `weak` instance, while another object retains it.
  func weakInstance(_ index: Int) -> AnyBox? { memories.withLock { $0[index] }?() }

  func remember(_ index: Int, by memory: CatalogEntry.Memory?) {
    memories.withLock { $0[index] = memory }
  }
}
