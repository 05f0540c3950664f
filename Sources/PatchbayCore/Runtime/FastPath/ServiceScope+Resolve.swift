public import PatchbayDiagnostics
public import Synchronization

// The fast path of a scope: what its store keeps, and the container's filled cells.
extension ServiceScope {
  /// Returns the service of a typed key.
  ///
  /// Once the service exists, a request costs a few loads and the retain of the result, as in a
  /// container.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: ``DiagnosticsError`` with `scope-closed` after the scope was closed, and otherwise like
  ///   ``Container/resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  @inline(__always)  // By default the compiler emits a call here: 133 instructions instead of 97.
  public func resolve<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    let content = content(of: container.keys.facet(of: key.number), as: Service.self)
    // The object in a cell lives as long as the container, one in a row as long as the store: the
    // scope retains both.
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: container) { return product }
    return try resolveSlowly(key)
  }

  /// Returns the only service that provides a type.
  ///
  /// - Parameter contract: The type, matched exactly: `SMTPMailer.self` and `(any Mailer).self` are
  ///   two contracts.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: `no-such-service` if no service provides the type, `ambiguous-service` if several
  ///   do, and otherwise like ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let content = content(of: container.types.facet(of: contract), as: contract)
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: container) { return product }
    return try resolveSlowly(contract)
  }

  @inlinable
  @inline(__always)
  func content<Service>(of facet: Int, as type: Service.Type) -> CellContent<Service> {
    guard !store.isClosed else { return CellContent(CellRow.empty) }
    let cell = container.content(of: facet, as: type)
    if cell.isAnswer { return cell }
    let place = container.facets.places[facet]
    guard Int(place.depth) == store.depth, container.overrides.areNone else { return cell }
    let word = store.row.words[Int(place.position)].load(ordering: .acquiring)
    return CellContent(word == 0 ? CellRow.empty : word)
  }
}

// The slow path, which fills the container's cell for the next request.
extension ServiceScope {
  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    let context = ResolutionContext(container, store)
    return try resolveSlowly(try context.find(key), context)
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
    // A row has what it needs: the store keeps a scoped service where `content` looks.
    if container.facets.place(of: service).depth <= 0 {
      container.keepForFastPath(box, service)
    }
    return box.content()
  }
}
