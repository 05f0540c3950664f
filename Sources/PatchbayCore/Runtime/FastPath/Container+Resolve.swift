public import PatchbayDiagnostics
public import Synchronization

// The fast path of `ServiceResolving`: a filled cell is the answer. Inlinable, so that a program's
// calls know the type and need no metadata.
extension Container {
  /// Returns the service of a typed key.
  ///
  /// Once a singleton exists, a request costs a few loads and the retain of the result: about as
  /// much as reading a `static let`. ``with(_:_:)`` avoids the retain, too.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: ``DiagnosticsError`` with `no-such-service`, `type-mismatch-at-resolve`,
  ///   `scoped-outside-scope`, `container-shut-down`, `needs-await`, `runtime-arguments`,
  ///   `reentrant-resolution`, or `factory-failed`, which holds the factory's own error as
  ///   `underlying`.
  @inlinable
  public func resolve<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    let content = content(of: keys.facet(of: key.number), as: Service.self)
    // The object in a cell lives as long as the container, which must not be released before.
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: self) { return product }
    return try resolveSlowly(key)
  }

  /// Returns the service of a key as a given type.
  ///
  /// - Parameters:
  ///   - key: The key, as configurations write it.
  ///   - type: A contract that the service's factory provides, matched exactly.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    _ key: String,
    as type: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let index = names.index(of: key)
    if index >= 0 {
      let content = content(of: facets.facet(of: index, as: type), as: type)
      if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
      if content.isProducer, let product = try content.make(in: self) { return product }
    }
    return try resolveSlowly(key, as: type)
  }

  /// Returns the only service that provides a type.
  ///
  /// - Parameter contract: The type, matched exactly: `SMTPMailer.self` and `(any Mailer).self` are
  ///   two contracts.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: `no-such-service` if no service provides the type, `ambiguous-service` if several
  ///   do, and otherwise like ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  @inline(__always)  // By default the compiler emits a call here: 110 instructions instead of 76.
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let content = content(of: types.facet(of: contract), as: contract)
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: self) { return product }
    return try resolveSlowly(contract)
  }

  /// Returns the service of a typed key, or nil if no service has the key.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope; nil if no service has the key.
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``, except for `no-such-service`.
  @inlinable
  public func resolveIfPresent<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service? {
    let content = content(of: keys.facet(of: key.number), as: Service.self)
    // Only a key that a service has gets a cell.
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    return try hasService(key.name) ? resolve(key) : nil
  }

  /// Calls a closure with the service of a typed key, without retaining the service.
  ///
  /// A service that is returned is retained, and threads that retain the same object at the same
  /// time contend for its reference count. A borrowed service is not retained, so threads do not
  /// contend here.
  ///
  /// - Parameters:
  ///   - key: The key, with the requested type.
  ///   - body: The closure; it borrows the service.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, and otherwise like ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  public func with<Service: Sendable, Result>(
    _ key: ServiceKey<Service>,
    _ body: (borrowing Service) throws -> Result
  ) throws -> Result {
    let content = content(of: keys.facet(of: key.number), as: Service.self)
    if content.isInstance { return try withExtendedLifetime(self) { try content.read(body) } }
    return try body(try resolveSlowly(key))
  }

  @inlinable
  @inline(__always)
  func content<Service>(of facet: Int, as type: Service.Type) -> CellContent<Service> {
    CellContent(cells.cells[facet].load(ordering: .acquiring))
  }
}

// The slow path, which fills the cell for the next request.
extension Container {
  @usableFromInline
  func hasService(_ key: String) -> Bool { plan.contains(key) }

  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    let facet = keys.facet(of: key.number)
    let context = currentContext
    return try resolveSlowly(
      facet > 0 ? facets.service(of: facet) : try context.find(key), context)
  }

  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ key: String, as type: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    return try resolveSlowly(try context.find(key, as: TypeName(type)), context)
  }

  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    return try resolveSlowly(try context.find(TypeName(contract)), context)
  }

  @inline(__always)
  private func resolveSlowly<Service: Sendable>(
    _ service: BoundService, _ context: ResolutionContext
  ) throws(DiagnosticsError) -> Service {
    let box = try context.instance(of: service)
    keepForFastPath(box, service)
    return box.content()
  }

  /// Fills the cell of a service that was just resolved, if every later request returns the same
  /// instance or one that a producer makes.
  func keepForFastPath(_ box: AnyBox, _ service: BoundService) {
    guard FastPath.isOn else { return }
    // Only instances that stay: a weak instance may be released, and a scope's belongs to the
    // scope.
    let own = facets.place(of: service)
    if own.depth == 0 { return keepForFastPath(box, service, at: own, of: root) }
    if own.depth > 0 { return }
    let (owner, owned) = owner(of: service)
    let place = owner.facets.place(of: owned)
    if place.depth == 0 {
      keepForFastPath(box, service, at: place, of: owner.root)
    } else {
      fillTransient(service)
    }
  }

  private func keepForFastPath(
    _ box: AnyBox, _ service: BoundService, at place: FacetTable.Place, of store: InstanceStore
  ) {
    overrides.fill(facets.facet(of: service), of: service.index, with: box) {
      store.row.has(box, at: Int(place.position))
    }
  }
}
