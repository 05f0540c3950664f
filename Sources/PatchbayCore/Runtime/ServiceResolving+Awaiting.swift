public import PatchbayDiagnostics

extension ServiceResolving {
  /// Returns the service of a typed key, and awaits services that `async` and main-actor factories
  /// build.
  ///
  /// A shared service is built once for all concurrent callers; cancelling one of them does not
  /// cancel it. After `Container.start()` the container's singletons exist, and `resolve` returns
  /// them at once.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``, except for `needs-await`.
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    awaiting key: ServiceKey<Service>
  ) async throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(key)
    return try await context.awaitedInstance(of: found).content()
  }

  /// Returns the only service that provides a type, and awaits it.
  ///
  /// - Parameter contract: The type, matched exactly.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: `ambiguous-service` if several services provide the type, and otherwise like
  ///   ``resolve(awaiting:)-(ServiceKey<Service>)``.
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    awaiting contract: Service.Type
  ) async throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(TypeName(contract))
    return try await context.awaitedInstance(of: found).content()
  }

  /// Returns a service whose factory takes arguments from each request, and awaits it.
  ///
  /// - Parameters:
  ///   - key: The key, with the requested type.
  ///   - first: The value for the factory's first `.argument` parameter.
  ///   - rest: The values for the other ones, in their order.
  /// - Returns: A new instance.
  /// - Throws: `runtime-arguments` if the number or the types of the arguments differ from the
  ///   factory's declaration, and otherwise like ``resolve(awaiting:)-(ServiceKey<Service>)``.
  public func resolve<Service: Sendable, First: Sendable, each Rest: Sendable>(
    awaiting key: ServiceKey<Service>,
    arguments first: First,
    _ rest: repeat each Rest
  ) async throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(key)
    let arguments = boxed(first, repeat each rest)
    return try await context.awaitedInstance(of: found, arguments: arguments).content()
  }
}
