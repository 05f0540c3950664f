public import PatchbayDiagnostics

extension ServiceResolving {
  /// Creates a new instance of a transient service that only the caller owns.
  ///
  /// Services that are not `Sendable` are only available this way. As no other code has a reference
  /// to the result, it may be sent on, for example to an actor; the compiler rejects its use
  /// afterwards.
  ///
  /// ```swift
  /// let parser = try container.make(.parser)
  /// await worker.take(parser)
  /// ```
  ///
  /// - Parameter key: The key of a transient, with the requested type.
  /// - Returns: A new instance.
  /// - Throws: ``DiagnosticsError`` with `not-sendable` if the container keeps the service, which
  ///   could then be shared, and otherwise like ``resolve(_:)-(ServiceKey<Service>)``.
  @_disfavoredOverload
  public func make<Service>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> sending Service {
    let context = try context
    return try context.fresh(try context.find(key))
  }

  /// Creates a new instance of the only transient service that provides a type.
  ///
  /// - Parameter contract: The type, matched exactly.
  /// - Returns: A new instance.
  /// - Throws: `ambiguous-service` if several services provide the type, and otherwise like
  ///   ``make(_:)-(ServiceKey<Service>)``.
  @_disfavoredOverload
  public func make<Service>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> sending Service {
    let context = try context
    return try context.fresh(try context.find(TypeName(contract)))
  }

  /// Creates a new instance of a transient service, with arguments for its factory.
  ///
  /// - Parameters:
  ///   - key: The key of a transient, with the requested type.
  ///   - first: The value for the factory's first `.argument` parameter.
  ///   - rest: The values for the other ones, in their order.
  /// - Returns: A new instance.
  /// - Throws: `runtime-arguments` if the number or the types of the arguments differ from the
  ///   factory's declaration, and otherwise like ``make(_:)-(ServiceKey<Service>)``.
  public func make<Service, First: Sendable, each Rest: Sendable>(
    _ key: ServiceKey<Service>,
    arguments first: First,
    _ rest: repeat each Rest
  ) throws(DiagnosticsError) -> sending Service {
    let context = try context
    return try context.fresh(try context.find(key), arguments: boxed(first, repeat each rest))
  }
}

extension ResolutionContext {
  /// Returns a product that has no other owner.
  func fresh<Service>(
    _ service: BoundService, arguments: [AnyBox] = []
  ) throws(DiagnosticsError) -> sending Service {
    let binding = container.wiring.bindings[service.index]
    guard binding.isFresh else { throw binding.notFresh() }
    let box = try instance(of: service, arguments: arguments)
    // Safe because this call made the product, of `Sendable` arguments alone; a transient's
    // construction does not keep its box, which is released with this call.
    nonisolated(unsafe) let product = box.content(as: Service.self)
    return product
  }
}
