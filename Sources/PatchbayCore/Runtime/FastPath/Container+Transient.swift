public import CPatchbayRuntime
public import PatchbayDiagnostics

extension CellContent {
  /// Makes a new instance; callable only if ``isProducer`` is true.
  ///
  /// Retains no object that threads share.
  ///
  /// - Returns: `nil` if requests are nested so deeply that the slow path has to check them.
  @inlinable
  func make(in container: Container) throws(DiagnosticsError) -> Value? {
    guard patchbay_enter() else { return nil }
    // The object in a cell lives as long as the container, which must not be released before.
    defer { withExtendedLifetime(container) { patchbay_leave() } }
    // It has the type of the cell's facet, as a request proved before it filled the cell.
    let producer = Unmanaged<Producer<Value>>.fromOpaque(
      UnsafeRawPointer(bitPattern: word &- 1).unsafelyUnwrapped)
    do { return try producer._withUnsafeGuaranteedRef { try $0.make(.none) } } catch {
      throw container.transientFailure(error)
    }
  }
}

extension Container {
  /// Creates a new instance of a transient service that only the caller owns.
  ///
  /// Does what `make` of every ``ServiceResolving`` does. After the first one, an instance costs as
  /// much as by `resolve`.
  ///
  /// - Parameter key: The key of a transient, with the requested type.
  /// - Returns: A new instance.
  /// - Throws: ``DiagnosticsError`` with `not-sendable` if the container keeps the service, which
  ///   could then be shared, and otherwise like ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  public func make<Service>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> sending Service {
    let facet = keys.facet(of: key.number)
    let content = content(of: facet, as: Service.self)
    // A `graph` service has a producer, too, but others may share it.
    if content.isProducer, facets.places[facet].isTransient {
      // Safe because the producer has just made the product, of values and of services, which are
      // `Sendable`, and keeps no reference to it.
      nonisolated(unsafe) let product = try content.make(in: self)
      if let product { return product }
    }
    return try makeSlowly(key)
  }

  @usableFromInline
  func makeSlowly<Service>(_ key: ServiceKey<Service>) throws(DiagnosticsError) -> sending Service {
    let context = try context
    let found = try context.find(key)
    let product: Service = try context.fresh(found)
    if FastPath.isOn { fillTransient(found) }
    return product
  }

  /// Converts an error that a factory threw on the fast path to the one that the slow path reports.
  @usableFromInline
  func transientFailure(_ error: any Error) -> DiagnosticsError {
    let requesters = Construction.current.map { $0.requesters + [$0] } ?? []
    // Every producer adds its binding to the errors that it throws.
    guard let failure = error as? ProducerFailure else {
      preconditionFailure("a producer threw \(error) as it was")
    }
    let bindings = failure.path.reversed().map { wiring.bindings[$0] }
    return wiring.bindings[failure.path[0]].factoryFailed(
      failure.error, in: plan,
      path: requesters.map { .init($0.key, $0.place) } + bindings.map { .init($0.key, $0.place) })
  }

  /// Fills a transient's cell after a request has taken the slow path.
  func fillTransient(_ service: BoundService) {
    guard service.index < wiring.bindings.count, wiring.bindings[service.index].isProducible else {
      return
    }
    overrides.fillProducer(facets.facet(of: service)) { isOver in
      var tree = ProducerTree(of: self, unless: isOver)
      return tree.producer(of: service).map { tree.kept($0) }
    }
  }
}
