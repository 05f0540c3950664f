public import PatchbayDiagnostics
public import Synchronization

// What every caller can ask for (`ServiceResolving`), on the fast path: a cell that is filled is the
// answer. Inlinable, so that a program's calls know the type and need no metadata.
extension Container {
  /// Gives the service of a typed key.
  ///
  /// Once a singleton is there, a request costs a few loads and the retain of what is handed out:
  /// about what a `static let` costs. ``with(_:_:)`` saves the retain too.
  ///
  /// - Parameter key: the key, with the type that is asked for.
  /// - Returns: the instance, by the rules of its scope.
  /// - Throws: ``DiagnosticsError`` with `no-such-service`, `type-mismatch-at-resolve`,
  ///   `scoped-outside-scope`, `container-shut-down`, `needs-await`, `runtime-arguments`,
  ///   `reentrant-resolution`, or `factory-failed`, which holds the factory's own error as
  ///   `underlying`.
  @inlinable
  public func resolve<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    let content = content(of: keys.facet(of: key.number), as: Service.self)
    // What a cell points to lives as long as the container: nobody may let go of it before.
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: self) { return product }
    return try resolveSlowly(key)
  }

  /// Gives the service of a key as the type that is named.
  ///
  /// - Parameters:
  ///   - key: the key, as configurations write it.
  ///   - type: a contract that the service's factory provides, matched exactly.
  /// - Throws: as ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
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

  /// Gives the one service that provides a type.
  ///
  /// - Parameter contract: the type, matched exactly: `SMTPMailer.self` and `(any Mailer).self` are
  ///   two contracts.
  /// - Throws: `no-such-service` where none provides it, `ambiguous-service` where several do, and
  ///   otherwise as ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  @inline(__always)  // Of itself the compiler leaves a call here: 110 instructions instead of 76.
  public func resolve<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let content = content(of: types.facet(of: contract), as: contract)
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: self) { return product }
    return try resolveSlowly(contract)
  }

  /// Lends the service of a typed key, for as long as a closure runs.
  ///
  /// A service that is handed out is retained, and threads that retain one object at the same time
  /// wait for each other; one that is lent is not, and so threads do not meet here.
  ///
  /// - Parameters:
  ///   - key: the key, with the type that is asked for.
  ///   - body: what is done with the service.
  /// - Returns: what `body` gives.
  /// - Throws: what `body` throws, and as ``resolve(_:)-(ServiceKey<Service>)``.
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
  func resolveSlowly<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    let found = try context.find(key.name, as: TypeName(Service.self))
    wiring.keys.set(key.number, facets.facet(of: found))
    return try resolveSlowly(found)
  }

  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ key: String,
    as type: Service.Type
  ) throws(DiagnosticsError) -> Service {
    try resolveSlowly(try context.find(key, as: TypeName(type)))
  }

  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    try resolveSlowly(try context.find(TypeName(contract)))
  }

  private func resolveSlowly<Service: Sendable>(
    _ service: BoundService
  ) throws(DiagnosticsError) -> Service {
    let box = try context.instance(service.index, contract: service.contract)
    if FastPath.isOn { keepForFastPath(box, service) }
    return box.content()
  }

  /// Fills the cell of a service that was just given, where each later request is given the same or is
  /// made one by a producer.
  private func keepForFastPath(_ box: AnyBox, _ service: BoundService) {
    var (owner, owned) = (self, service)
    while let (parent, above) = owner.above(owned) { (owner, owned) = (parent, above) }
    // Only what stays: a weak instance may go, and a scope's belongs to the scope.
    if owner.wiring.bindings[owned.index].scope == .singleton {
      overrides.unlessOver(service.index) {
        guard owner.root.product(owned.index)?.boxes[owned.contract] === box else { return }
        overrides.cells.fill(facets.facet(of: service), box)
      }
    } else {
      fillTransient(service)
    }
  }
}
