public import PatchbayDiagnostics

extension Container {
  /// Gives the service of a typed key.
  ///
  /// - Parameter key: the key, with the type that is asked for.
  /// - Returns: the instance, by the rules of its scope.
  /// - Throws: ``DiagnosticsError`` with `no-such-service`, `type-mismatch-at-resolve`,
  ///   `scoped-outside-scope`, `reentrant-resolution`, or `factory-failed`, which holds the
  ///   factory's own error as `underlying`.
  public func resolve<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    try resolve(key.name, as: Service.self)
  }

  /// Gives the service of a key as the type that is named.
  ///
  /// - Parameters:
  ///   - key: the key, as configurations write it.
  ///   - type: a contract that the service's factory provides, matched exactly.
  /// - Throws: as ``resolve(_:)-(ServiceKey<Service>)``.
  public func resolve<Service: Sendable>(
    _ key: String,
    as type: Service.Type
  ) throws(DiagnosticsError) -> Service {
    try find(key, as: type)
  }

  /// Gives the service of a key, within a running scope where one is named.
  func find<Service: Sendable>(
    _ key: String,
    as type: Service.Type,
    in region: Region? = nil
  ) throws(DiagnosticsError) -> Service {
    let index = try index(ofKey: key)
    guard let contract = wiring.bindings[index].entry.contractIndex(of: TypeName(type)) else {
      throw typeMismatch(key, asked: TypeName(type), wiring.bindings[index])
    }
    return try instance(index, contract: contract, in: region ?? currentRegion).content()
  }

  /// Gives the one service that provides a type.
  ///
  /// - Parameter contract: the type, matched exactly: `SMTPMailer.self` and `(any Mailer).self` are
  ///   two contracts.
  /// - Throws: `no-such-service` where none provides it, `ambiguous-service` where several do, and
  ///   otherwise as ``resolve(_:)-(ServiceKey<Service>)``.
  public func resolve<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    try find(contract)
  }

  /// Gives the one service that provides a type, within a running scope where one is named.
  func find<Service: Sendable>(
    _ contract: Service.Type,
    in region: Region? = nil
  ) throws(DiagnosticsError) -> Service {
    try find(try onlyKey(of: TypeName(contract)), as: contract, in: region)
  }

  /// The key of the one service that provides a type: a decorated service's gives its outermost
  /// decorator.
  func onlyKey(of type: TypeName) throws(DiagnosticsError) -> String {
    let offers = wiring.offers[type] ?? []
    guard offers.count == 1 else { throw notExactlyOne(type, offers.map { wiring.bindings[$0] }) }
    return wiring.bindings[offers[0]].key
  }

  /// Refuses a request that does not say which type it wants.
  @available(*, unavailable, message: "name the type: resolve(\"key\", as: SomeType.self)")
  @_disfavoredOverload
  public func resolve(_ key: String) throws -> Never {
    // Never called: the declaration is unavailable.
    preconditionFailure("unavailable")
  }

  /// The service of a key, without its type.
  ///
  /// Where the key has an overlay, it is given as the type of the one that was put on last.
  ///
  /// - Throws: as ``resolve(_:)-(ServiceKey<Service>)``, without `type-mismatch-at-resolve`.
  public subscript(_ key: String) -> any Sendable {
    get throws(DiagnosticsError) {
      let index = try index(ofKey: key)
      let contract = overlays.table?.lastContract(of: index) ?? 0
      return try instance(index, contract: contract, in: currentRegion).value
    }
  }

  func index(ofKey key: String) throws(DiagnosticsError) -> Int {
    guard let index = wiring.indexByKey[key] else { throw noSuchService(key, plan) }
    return index
  }
}
