import PatchbayDiagnostics

extension ResolutionContext {
  /// Returns the binding of a key.
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

  /// Returns the binding of a key, as a type that it has to provide.
  func find(_ key: String, as type: TypeName) throws(DiagnosticsError) -> BoundService {
    let index = try index(ofKey: key)
    let wiring = container.wiring
    guard let contract = wiring.bindings[index].entry.contractIndex(of: type) else {
      throw wiring.bindings[index].typeMismatch(key, asked: type)
    }
    return BoundService(index: index, contract: contract)
  }

  /// Returns the only binding that provides a type.
  func find(_ type: TypeName) throws(DiagnosticsError) -> BoundService {
    try find(try onlyKey(of: type), as: type)
  }

  /// Returns the key of the only service that provides a type; for a decorated service, that of its
  /// outermost decorator.
  func onlyKey(of type: TypeName) throws(DiagnosticsError) -> String {
    let wiring = container.wiring
    let offers = wiring.offers[type]
    guard offers.count == 1 else {
      throw .notExactlyOne(type, offers.map { wiring.bindings[$0] })
    }
    return wiring.servedKey(of: offers[0])
  }
}
