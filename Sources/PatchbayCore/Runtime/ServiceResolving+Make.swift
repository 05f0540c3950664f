public import PatchbayDiagnostics

extension ServiceResolving {
  /// Makes a fresh instance of a transient service, for the caller alone.
  ///
  /// The one way to a service that is not `Sendable`. The result belongs to nobody else, and so may
  /// be sent on, to an actor say; the compiler refuses to use it afterwards.
  ///
  /// ```swift
  /// let parser = try container.make(.parser)
  /// await worker.take(parser)
  /// ```
  ///
  /// - Parameter key: the key of a transient, with the type that is asked for.
  /// - Throws: ``DiagnosticsError`` with `not-sendable` where the service is kept and so may be
  ///   shared, and as ``resolve(_:)-(ServiceKey<Service>)``.
  public func make<Service>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> sending Service {
    let context = try context
    return try context.fresh(try context.find(key.name, as: TypeName(Service.self)))
  }

  /// Makes a fresh instance of the one transient service that provides a type.
  ///
  /// - Parameter contract: the type, matched exactly.
  /// - Throws: as ``make(_:)-(ServiceKey<Service>)``, and `ambiguous-service`.
  public func make<Service>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> sending Service {
    let context = try context
    return try context.fresh(try context.find(TypeName(contract)))
  }

  /// Makes a fresh instance of a transient service, with arguments for its factory.
  ///
  /// - Parameters:
  ///   - key: the key of a transient, with the type that is asked for.
  ///   - first: what the first `.argument` parameter of the factory takes.
  ///   - rest: what the others take, in their order.
  /// - Throws: as ``make(_:)-(ServiceKey<Service>)``, and `runtime-arguments`.
  public func make<Service, First: Sendable, each Rest: Sendable>(
    _ key: ServiceKey<Service>,
    arguments first: First,
    _ rest: repeat each Rest
  ) throws(DiagnosticsError) -> sending Service {
    let context = try context
    let found = try context.find(key.name, as: TypeName(Service.self))
    return try context.fresh(found, arguments: list(first, repeat each rest))
  }
}

extension ResolutionContext {
  /// A product that nobody else has.
  fileprivate func fresh<Service>(
    _ service: BoundService,
    arguments: [any Sendable] = []
  ) throws(DiagnosticsError) -> sending Service {
    let binding = container.wiring.bindings[service.index]
    guard binding.isFresh else { throw keptService(binding) }
    let box = try instance(service.index, contract: service.contract, arguments: arguments)
    // Right, as the product was made by this very call, of `Sendable` arguments alone; its box is
    // not kept by a transient's construction, and goes with this call.
    nonisolated(unsafe) let product = box.content(as: Service.self)
    return product
  }
}
