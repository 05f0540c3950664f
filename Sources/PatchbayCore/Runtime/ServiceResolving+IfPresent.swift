public import PatchbayDiagnostics

extension ServiceResolving {
  /// Returns the service of a typed key, or nil if no service has the key.
  ///
  /// ```swift
  /// let cache = try container.resolveIfPresent(.cache)   // (any Cache)?
  /// ```
  ///
  /// Only a missing key returns nil: a service that exists but cannot be built or returned still
  /// throws.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope; nil if no service has the key.
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``, except for `no-such-service`.
  @_disfavoredOverload
  public func resolveIfPresent<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service? {
    guard try context.container.plan.contains(key.name) else { return nil }
    return try resolve(key)
  }

  /// Returns the only service that provides a type, or nil if none does.
  ///
  /// - Parameter contract: The type, matched exactly.
  /// - Returns: The instance, by the rules of its scope; nil if no service provides the type.
  /// - Throws: `ambiguous-service` if several services provide the type, and otherwise like
  ///   ``resolve(_:)-(ServiceKey<Service>)``, except for `no-such-service`.
  @_disfavoredOverload
  public func resolveIfPresent<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service? {
    guard try context.container.wiring.offers[TypeName(contract)].isEmpty == false else {
      return nil
    }
    return try resolve(contract)
  }
}
