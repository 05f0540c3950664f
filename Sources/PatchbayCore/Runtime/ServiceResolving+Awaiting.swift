public import PatchbayDiagnostics

extension ServiceResolving {
  /// Gives the service of a typed key, and waits for what is built by `async` and main-actor
  /// factories.
  ///
  /// What is shared is built once however many wait for it, and goes on where one of them is
  /// cancelled. After `Container.start()` its singletons are there, and `resolve` gives them at once.
  ///
  /// - Parameter key: the key, with the type that is asked for.
  /// - Throws: as ``resolve(_:)-(ServiceKey<Service>)``, but for `needs-await`.
  public func resolve<Service: Sendable>(
    awaiting key: ServiceKey<Service>
  ) async throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(key.name, as: TypeName(Service.self))
    return try await context.awaitedInstance(found.index, contract: found.contract).content()
  }

  /// Gives the one service that provides a type, and waits for it.
  ///
  /// - Parameter contract: the type, matched exactly.
  /// - Throws: as ``resolve(awaiting:)-(ServiceKey<Service>)``, and `ambiguous-service`.
  public func resolve<Service: Sendable>(
    awaiting contract: Service.Type
  ) async throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(TypeName(contract))
    return try await context.awaitedInstance(found.index, contract: found.contract).content()
  }

  /// Gives a service whose factory takes arguments from each request, and waits for it.
  ///
  /// - Parameters:
  ///   - key: the key, with the type that is asked for.
  ///   - first: what the first `.argument` parameter of the factory takes.
  ///   - rest: what the others take, in their order.
  /// - Throws: as ``resolve(awaiting:)-(ServiceKey<Service>)``, and `runtime-arguments`.
  public func resolve<Service: Sendable, First: Sendable, each Rest: Sendable>(
    awaiting key: ServiceKey<Service>,
    arguments first: First,
    _ rest: repeat each Rest
  ) async throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(key.name, as: TypeName(Service.self))
    let arguments = list(first, repeat each rest)
    return try await context.awaitedInstance(
      found.index, contract: found.contract, arguments: arguments
    ).content()
  }
}
