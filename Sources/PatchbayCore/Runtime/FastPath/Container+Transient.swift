public import CPatchbayThread
public import PatchbayDiagnostics

extension CellContent {
  /// Makes a fresh product; only where ``isProducer`` says so.
  ///
  /// Nothing that threads have in common is retained on the way.
  ///
  /// - Returns: `nil` where requests are nested so deep that the slow path has to watch them.
  @inlinable
  func make(in container: Container) throws(DiagnosticsError) -> Value? {
    guard patchbay_enter() else { return nil }
    // What a cell points to lives as long as the container: nobody may let go of it before.
    defer { withExtendedLifetime(container) { patchbay_leave() } }
    // Its type is that of the cell's facet, as a request proved before it filled the cell.
    let producer = Unmanaged<Producer<Value>>.fromOpaque(
      UnsafeRawPointer(bitPattern: word &- 1).unsafelyUnwrapped)
    do { return try producer._withUnsafeGuaranteedRef { try $0.make(.none) } } catch {
      throw container.transientFailure(error)
    }
  }
}

extension Container {
  /// What a factory threw on the fast path, as the slow path would report it.
  @usableFromInline
  func transientFailure(_ error: any Error) -> DiagnosticsError {
    // Every producer says where it stands in what it throws.
    guard let failure = error as? ProducerFailure else {
      preconditionFailure("a producer threw \(error) as it was")
    }
    if let error = failure.error as? DiagnosticsError { return error }
    let requesters = Construction.current.map { $0.requesters + [$0] } ?? []
    let bindings = failure.path.reversed().map { wiring.bindings[$0] }
    return factoryFailed(
      wiring.bindings[failure.path[0]],
      failure.error,
      wiring.secrets,
      path: requesters.map { .init($0.key, $0.place) } + bindings.map { .init($0.key, $0.place) }
    )
  }

  /// Fills a transient's cell, once a request has taken the slow path.
  func fillTransient(_ service: BoundService) {
    guard wiring.bindings[service.index].isProducible else { return }
    overrides.fillTransient(facets.facet(of: service)) { isOver in
      var tree = ProducerTree(of: self, unless: isOver)
      return tree.producer(of: service).map {
        KeptProducer(producer: $0, parts: tree.kept, services: tree.services)
      }
    }
  }
}
