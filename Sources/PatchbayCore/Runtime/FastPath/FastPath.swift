public import PatchbayDiagnostics
public import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Resolution without a lock, a dictionary or a check: the unsafe code that reads instances without
/// retaining what keeps them.
///
/// The requests of ``ServiceResolving`` look up a **facet**, a number for a service as one
/// of its contracts (``KeyTable`` by typed key, ``TypeTable`` by type), and
/// read its **cell** (``Cells``). The cell of a singleton has the address of its box. The cell of a
/// transient has the address of a ``Producer``, which calls the factories of the transient and of
/// its transient dependencies. An empty cell leads to the slow path, `ResolutionContext.resolveSlowly`, which answers
/// every request and fills the cell. The cell of a service that scopes keep stays empty: a scope has instances of its
/// own, and a request to it reads the place of its store. A ``Resolver`` always takes the slow path, because
/// requests of factories are made on behalf of a construction.
///
/// There are two ways to build a service. What is built once, and everything at its first request, is built by the
/// ``Builder``. A transient or `graph` service is made by a ``Producer`` from its second request on, if it takes only
/// values, singletons that exist, and others of its kind (`isProducible` of the plan, ``ProducerTree``). A producer
/// makes what the builder would: nothing is answered after a stop, under an override, or before a product is injected
/// and notified, and its factories request on behalf of the construction that asked.
///
/// These invariants always hold:
/// - **Only the slow path fills cells**, under the lock of ``Overrides``, and only with the result
///   that every request would get: the instance that the root store keeps, or a producer whose
///   parts have no override.
/// - **A cell's word has the type of its facet.** The slow path proved it by the contract; nothing
///   on the fast path checks it again.
/// - **The object in a cell outlives every reader.** A reader retains the container; the container
///   keeps its stores, and so the boxes, and its producers; a place of a store's row never receives a second
///   instance (``InstanceStore/keep(_:_:)``).
/// - **An override, and stopping, empty the cells** after the change is in the table. A request
///   that read the cell just before is answered as if it came before the change.
/// - **A producer reads only words that were complete before its address was published**: cells are
///   stored with releasing and loaded with acquiring order.
/// - **Nothing else depends on it.** With the switch off, every request takes the slow path, with
///   the same result.
package enum FastPath {
  /// Whether requests may fill cells; `false` if the variable `PATCHBAY_FAST_PATH` is `off`, so
  /// that the tests of the runtime also run on the slow path alone.
  package static let isOn = getenv("PATCHBAY_FAST_PATH").map { String(cString: $0) } != "off"
}

// The lookups of requests.
extension ServiceResolving {
  /// Returns the content of a typed key's cell.
  @inlinable
  @inline(__always)
  func content<Service>(of key: ServiceKey<Service>) -> CellContent<Service> {
    guard let container = _container else { return CellContent(CellRow.empty) }
    let facet = container._withUnsafeGuaranteedRef { $0.keys.facet(of: key.number) }
    return CellContent(_word(of: facet))
  }

  /// Returns the content of the cell of the only service that provides a type.
  @inlinable
  @inline(__always)
  func content<Service>(of contract: Service.Type) -> CellContent<Service> {
    guard let container = _container else { return CellContent(CellRow.empty) }
    let facet = container._withUnsafeGuaranteedRef { $0.types.facet(of: contract) }
    return CellContent(_word(of: facet))
  }

  /// Returns the content of the cell of a key, as a given type.
  @inlinable
  func content<Service>(of key: String, as type: Service.Type) -> CellContent<Service> {
    guard let container = _container else { return CellContent(CellRow.empty) }
    let facet = container._withUnsafeGuaranteedRef { $0.facet(of: key, as: type) }
    return CellContent(_word(of: facet))
  }
}

extension Container {
  /// Not for callers: the container itself.
  @inlinable
  @inline(__always)
  public var _container: Unmanaged<Container>? { .passUnretained(self) }

  /// Not for callers: the word of a facet's cell.
  @inlinable
  @inline(__always)
  public func _word(of facet: Int) -> UInt { cells.cells[facet].load(ordering: .acquiring) }

  @inlinable
  @inline(__always)
  func content<Service>(of facet: Int, as type: Service.Type) -> CellContent<Service> {
    CellContent(_word(of: facet))
  }

  /// Returns the facet of a key as a type; 0 if there is none.
  @usableFromInline
  func facet(of key: String, as type: Any.Type) -> Int {
    wiring.index(ofKey: key).map { facets.facet(of: $0, as: type) } ?? 0
  }
}

extension ServiceScope {
  /// Not for callers: the container, which the scope retains.
  @inlinable
  @inline(__always)
  public var _container: Unmanaged<Container>? { .passUnretained(container) }

  /// Not for callers: the word of a facet's cell, or of its place in the scope's store.
  @inlinable
  @inline(__always)
  public func _word(of facet: Int) -> UInt {
    guard !store.isClosed else { return CellRow.empty }
    let cell = container._word(of: facet)
    if CellContent<Any>(cell).isAnswer { return cell }
    let place = container.facets.places[facet]
    guard Int(place.depth) == store.depth, container.overrides.areNone else { return cell }
    return store.row.words[Int(place.position)].load(ordering: .acquiring)
  }
}

extension Resolver {
  /// Not for callers: no container, so that all requests take the slow path.
  @inlinable public var _container: Unmanaged<Container>? { nil }

  /// Not for callers: the word of an empty cell.
  @inlinable
  public func _word(of facet: Int) -> UInt { CellRow.empty }
}

// What the slow path leaves for the next request.
extension Container {
  /// Fills the cell of a service that was just resolved, if every later request returns the same
  /// instance or one that a producer makes.
  func fillCell(with box: AnyBox, _ service: BoundService) {
    guard FastPath.isOn else { return }
    // Only instances that stay: a weak instance may be released, and a scope's belongs to the
    // scope, which keeps it where its requests look.
    let own = facets.place(of: service)
    if own.depth == 0 { return fill(service, with: box, at: own, of: root) }
    if own.depth > 0 { return }
    let (owner, owned) = owner(of: service)
    let place = owner.facets.place(of: owned)
    if place.depth == 0 {
      fill(service, with: box, at: place, of: owner.root)
    } else {
      fillTransient(service)
    }
  }

  private func fill(
    _ service: BoundService, with box: AnyBox, at place: FacetTable.Place, of store: InstanceStore
  ) {
    overrides.fill(facets.facet(of: service), of: service.index, with: box) {
      store.row.has(box, at: Int(place.position))
    }
  }

  /// Fills a transient's cell after a request has taken the slow path.
  func fillTransient(_ service: BoundService) {
    guard wiring.services[service.index].isProducible else { return }
    overrides.fillProducer(facets.facet(of: service)) { isOver in
      var tree = ProducerTree(of: self, unless: isOver)
      return tree.producer(of: service).map { tree.kept($0) }
    }
  }

  /// Converts an error that a factory threw on the fast path to the one that the slow path reports.
  @usableFromInline
  func transientFailure(_ error: any Error) -> DiagnosticsError {
    // Every producer adds its service to the errors that it throws.
    guard let failure = error as? ProducerFailure else {
      preconditionFailure("a producer threw \(error) as it was")
    }
    return wiring.services[failure.path[0]].factoryFailed(
      failure.error, in: plan,
      path: Construction.current.steps(to: failure.path.reversed().map { wiring.services[$0].step })
    )
  }
}
