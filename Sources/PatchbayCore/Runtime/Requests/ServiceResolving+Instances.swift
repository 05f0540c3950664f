public import PatchbayDiagnostics

// Requests that await, and requests for instances that are never shared.

extension ServiceResolving {
  /// Returns the service of a typed key, and awaits services that `async` and main-actor factories
  /// build.
  ///
  /// A shared service is built once for all concurrent callers; cancelling one of them does not
  /// cancel it. Once a singleton exists, for example after `Container.start()`, the call suspends nothing, and costs
  /// little more than `resolve`.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``, except for `needs-await`.
  @inlinable
  @inline(__always)  // Otherwise a singleton takes 288 instructions instead of 82.
  nonisolated(nonsending) public func resolve<Service: Sendable>(
    awaiting key: ServiceKey<Service>
  ) async throws(DiagnosticsError) -> Service {
    let content = content(of: key)
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    return try await made(by: content, awaiting: key)
  }

  /// Returns what a producer makes, or the answer of the slow path.
  @inlinable
  @inline(never)
  nonisolated(nonsending) func made<Service: Sendable>(
    by content: CellContent<Service>, awaiting key: ServiceKey<Service>
  ) async throws(DiagnosticsError) -> Service {
    if content.isProducer {
      do throws(DiagnosticsError) {
        if let product = try content.make(in: self) { return product }
      } catch {
        // A product of another type than before may have properties to await: then it is made anew.
        guard error.needsAwait else { throw error }
      }
    }
    return try await context.resolveSlowly(awaiting: key)
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
    return try await context.awaitedInstance(of: try context.find(TypeName(contract))).content()
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

  /// Returns a service whose factory takes arguments from each request.
  ///
  /// ```swift
  /// let teacher = try container.resolve(.teacher, arguments: "David", "English")
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key, with the requested type.
  ///   - first: The value for the factory's first `.argument` parameter.
  ///   - rest: The values for the other ones, in their order.
  /// - Returns: A new instance.
  /// - Throws: ``DiagnosticsError`` with `runtime-arguments` if the number or the types of the
  ///   arguments differ from the factory's declaration, and otherwise like
  ///   ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  public func resolve<Service: Sendable, First: Sendable, each Rest: Sendable>(
    _ key: ServiceKey<Service>,
    arguments first: First,
    _ rest: repeat each Rest
  ) throws(DiagnosticsError) -> Service {
    try context.resolveSlowly(key, arguments: boxed(first, repeat each rest))
  }

  /// Returns the only service that provides a type, with arguments for its factory.
  ///
  /// - Parameters:
  ///   - contract: The type, matched exactly.
  ///   - first: The value for the factory's first `.argument` parameter.
  ///   - rest: The values for the other ones, in their order.
  /// - Returns: A new instance.
  /// - Throws: `no-such-service` if no service provides the type, `ambiguous-service` if several
  ///   do, and otherwise like ``resolve(_:arguments:_:)-(ServiceKey<Service>,_,_)``.
  @_disfavoredOverload
  @inlinable
  public func resolve<Service: Sendable, First: Sendable, each Rest: Sendable>(
    _ contract: Service.Type,
    arguments first: First,
    _ rest: repeat each Rest
  ) throws(DiagnosticsError) -> Service {
    try context.resolveSlowly(contract, arguments: boxed(first, repeat each rest))
  }

  /// Creates a new instance of a transient service that only the caller owns.
  ///
  /// Services that are not `Sendable` are only available this way. As no other code has a reference
  /// to the result, it may be sent on, for example to an actor; the compiler rejects its use
  /// afterwards. After the first one, an instance costs as much as by `resolve`.
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
  @inlinable
  public func make<Service>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> sending Service {
    if let container = _container {
      let facet = container._withUnsafeGuaranteedRef { $0.keys.facet(of: key.number) }
      let content = CellContent<Service>(_word(of: facet))
      // A `graph` service has a producer, too, but others may share it.
      if content.isProducer,
        container._withUnsafeGuaranteedRef({ $0.facets.places[facet].isTransient })
      {
        // Safe because the producer has just made the product, of values and of services, which are
        // `Sendable`, and keeps no reference to it.
        nonisolated(unsafe) let product = try content.make(in: self)
        if let product { return product }
      }
    }
    return try context.makeSlowly(key)
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

/// Returns values, each boxed as its static type, in order.
///
/// The first one apart: it is nearly always the only one, and the compiler knows the type of its box, which the runtime
/// would look up for 330 instructions.
@inlinable
@inline(__always)
func boxed<First: Sendable, each Rest: Sendable>(
  _ first: First, _ rest: repeat each Rest
) -> [AnyBox] {
  var boxes: [AnyBox] = [Box(first)]
  for value in repeat each rest { boxes.append(Box(value)) }
  return boxes
}
