public import PatchbayDiagnostics

extension ServiceResolving {
  /// Gives the service of a typed key, or nil where no service has the key.
  ///
  /// ```swift
  /// let cache = try container.resolveIfPresent(.cache)   // (any Cache)?
  /// ```
  ///
  /// Only the absence of the key is nil: a service that is there and cannot be had still throws.
  ///
  /// - Parameter key: the key, with the type that is asked for.
  /// - Throws: as ``resolve(_:)-(ServiceKey<Service>)``, but for `no-such-service`.
  public func resolveIfPresent<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service? {
    guard try context.container.plan.contains(key.name) else { return nil }
    return try resolve(key)
  }

  /// Gives the one service that provides a type, or nil where none does.
  ///
  /// - Parameter contract: the type, matched exactly.
  /// - Throws: `ambiguous-service` where several provide it, and otherwise as
  ///   ``resolve(_:)-(ServiceKey<Service>)``, but for `no-such-service`.
  public func resolveIfPresent<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service? {
    guard try context.container.wiring.offers[TypeName(contract)].isEmpty == false else {
      return nil
    }
    return try resolve(contract)
  }
}
