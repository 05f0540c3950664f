public import PatchbayDiagnostics

/// A type that resolves services: a container, an open scope, a factory's resolver.
///
/// Only types of the library conform. They all offer the same requests.
public protocol ServiceResolving: Sendable {
  /// The context of requests. Its content is internal to the library.
  ///
  /// - Throws: ``DiagnosticsError`` with `container-shut-down` if the container no longer exists.
  var context: ResolutionContext { get throws(DiagnosticsError) }
}

extension ServiceResolving {
  /// Returns the service of a typed key.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: ``DiagnosticsError`` with `no-such-service`, `type-mismatch-at-resolve`,
  ///   `scoped-outside-scope`, `scope-closed`, `container-shut-down`, `needs-await`,
  ///   `runtime-arguments`, `reentrant-resolution`, or `factory-failed`, which holds the factory's
  ///   own error as `underlying`.
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    try resolve(key.name, as: Service.self)
  }

  /// Returns the service of a key as a given type.
  ///
  /// - Parameters:
  ///   - key: The key, as configurations write it.
  ///   - type: A contract that the service's factory provides, matched exactly.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``.
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    _ key: String,
    as type: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(key, as: TypeName(type))
    return try context.instance(of: found).content()
  }

  /// Returns the only service that provides a type.
  ///
  /// - Parameter contract: The type, matched exactly: `SMTPMailer.self` and `(any Mailer).self` are
  ///   two contracts.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: `no-such-service` if no service provides the type, `ambiguous-service` if several
  ///   do, and otherwise like ``resolve(_:)-(ServiceKey<Service>)``.
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(TypeName(contract))
    return try context.instance(of: found).content()
  }

  /// The service of a key, without its static type.
  ///
  /// If the key has overrides, the service has the type of the last one.
  ///
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``, except for `type-mismatch-at-resolve`,
  ///   and `not-sendable` for a service that only `make` can return.
  public subscript(_ key: String) -> any Sendable {
    get throws(DiagnosticsError) { try withoutType(key) }
  }

  func withoutType(_ key: String) throws(DiagnosticsError) -> any Sendable {
    let context = try context
    let index = try context.index(ofKey: key)
    let wiring = context.container.wiring
    guard wiring.bindings[index].entry.isSendable else {
      throw wiring.bindings[index].notSendable()
    }
    let contract = context.container.lastOverride(over: index)?.service.contract ?? 0
    return try context.instance(of: BoundService(index: index, contract: contract)).sendableContent
  }

  /// Calls a closure with the service of a typed key, without returning the service.
  ///
  /// - Parameters:
  ///   - key: The key, with the requested type.
  ///   - body: The closure; it borrows the service.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, and otherwise like ``resolve(_:)-(ServiceKey<Service>)``.
  public func with<Service: Sendable, Result>(
    _ key: ServiceKey<Service>,
    _ body: (borrowing Service) throws -> Result
  ) throws -> Result {
    try body(try resolve(key))
  }
}
