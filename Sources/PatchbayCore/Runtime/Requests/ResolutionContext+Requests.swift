import PatchbayDiagnostics

// The slow path of requests (`ServiceResolving`): finds the service, resolves it by the rules of its scope, and fills
// the cell for the next request.
extension ResolutionContext {
  /// Returns the service of a typed key.
  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    try resolveSlowly(try find(key)).content()
  }

  /// Returns the service of a key as a type.
  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ key: String, as type: Service.Type
  ) throws(DiagnosticsError) -> Service {
    try resolveSlowly(try find(key, as: TypeName(type))).content()
  }

  /// Returns the only service that provides a type.
  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    try resolveSlowly(try find(TypeName(contract))).content()
  }

  /// Returns the service of a key as the type of its last override, or as its own.
  func resolveSlowly(_ key: String) throws(DiagnosticsError) -> any Sendable {
    let index = try index(ofKey: key)
    guard wiring.services[index].entry.isSendable else {
      throw wiring.services[index].notSendable()
    }
    let contract = container.lastOverride(over: index)?.service.contract ?? 0
    return try resolveSlowly(BoundService(index: index, contract: contract)).sendableContent
  }

  /// Returns the service of a typed key; nil only if no service has the key.
  @usableFromInline
  func resolveIfPresentSlowly<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service? {
    container.plan.contains(key.name) ? try resolveSlowly(key) : nil
  }

  /// Returns the service as one of its contracts, and fills the cell if each later request has the same answer.
  @inline(__always)
  func resolveSlowly(_ service: BoundService) throws(DiagnosticsError) -> AnyBox {
    let box = try instance(of: service)
    container.fillCell(with: box, service)
    return box
  }

  /// Returns the service of a typed key, and awaits what has to be awaited.
  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    awaiting key: ServiceKey<Service>
  ) async throws(DiagnosticsError) -> Service {
    let found = try find(key)
    let box = try await awaitedInstance(of: found)
    container.fillCell(with: box, found)
    return box.content()
  }
}

// Requests for new instances. No cell answers one with arguments.
extension ResolutionContext {
  /// Returns the service of a typed key, whose factory takes the arguments.
  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ key: ServiceKey<Service>, arguments: [AnyBox]
  ) throws(DiagnosticsError) -> Service {
    try instance(of: try find(key), arguments: arguments).content()
  }

  /// Returns the only service that provides a type, whose factory takes the arguments.
  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    _ contract: Service.Type, arguments: [AnyBox]
  ) throws(DiagnosticsError) -> Service {
    try instance(of: try find(TypeName(contract)), arguments: arguments).content()
  }

  /// Returns a new instance of a transient, and fills its cell: the cell has the producer, not the instance.
  @usableFromInline
  func makeSlowly<Service>(_ key: ServiceKey<Service>) throws(DiagnosticsError) -> sending Service {
    let found = try find(key)
    let product: Service = try fresh(found)
    if FastPath.isOn { container.fillTransient(found) }
    return product
  }

  /// Returns a product that has no other owner.
  func fresh<Service>(
    _ service: BoundService, arguments: [AnyBox] = []
  ) throws(DiagnosticsError) -> sending Service {
    let planned = container.wiring.services[service.index]
    guard planned.isTransient else { throw planned.notFresh() }
    let box = try instance(of: service, arguments: arguments)
    // Safe because this call made the product, of `Sendable` arguments alone; a transient's
    // construction does not keep its box, which is released with this call.
    nonisolated(unsafe) let product = box.content(as: Service.self)
    return product
  }
}

// Finding a service by what a request names.
extension ResolutionContext {
  /// Returns the service of a key.
  func index(ofKey key: String) throws(DiagnosticsError) -> Int {
    guard let index = container.wiring.index(ofKey: key) else {
      throw .noSuchService(key, container.plan)
    }
    return index
  }

  /// Returns the service of a typed key, and notes it for the next request.
  func find<Service>(_ key: ServiceKey<Service>) throws(DiagnosticsError) -> BoundService {
    let wiring = container.wiring
    let facet = wiring.keys.chunks.facet(of: key.number)
    if facet > 0 { return wiring.facets.service(of: facet) }
    let found = try find(key.name, as: TypeName(Service.self))
    wiring.keys.set(key.number, wiring.facets.facet(of: found))
    return found
  }

  /// Returns the service of a key, as a type that it has to provide.
  func find(_ key: String, as type: TypeName) throws(DiagnosticsError) -> BoundService {
    let index = try index(ofKey: key)
    let wiring = container.wiring
    guard let contract = wiring.services[index].entry.contractIndex(of: type) else {
      throw wiring.services[index].typeMismatch(key, asked: type).asError()
    }
    return BoundService(index: index, contract: contract)
  }

  /// Returns the only service that provides a type.
  func find(_ type: TypeName) throws(DiagnosticsError) -> BoundService {
    try find(try onlyKey(of: type), as: type)
  }

  /// Returns the key of the only service that provides a type; for a decorated service, that of its
  /// outermost decorator.
  func onlyKey(
    of type: TypeName, overriddenAt location: SwiftLocation? = nil
  ) throws(DiagnosticsError) -> String {
    let wiring = container.wiring
    let offers = wiring.offers[type]
    guard offers.count == 1 else {
      throw .notExactlyOne(type, wiring, overriddenAt: location.map { .swift($0) })
    }
    return wiring.servedKey(of: offers[0])
  }
}
