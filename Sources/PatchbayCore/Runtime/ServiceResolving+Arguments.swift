public import PatchbayDiagnostics

extension ServiceResolving {
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
    if let container = cellContainer {
      let content = container.content(of: container.keys.facet(of: key.number), as: Service.self)
      if let product = try content.make(in: container, first, repeat each rest) { return product }
    }
    return try newSlowly(key, boxed(first, repeat each rest))
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
  @inlinable
  @_disfavoredOverload
  public func resolve<Service: Sendable, First: Sendable, each Rest: Sendable>(
    _ contract: Service.Type,
    arguments first: First,
    _ rest: repeat each Rest
  ) throws(DiagnosticsError) -> Service {
    if let container = cellContainer {
      let content = container.content(of: container.types.facet(of: contract), as: contract)
      if let product = try content.make(in: container, first, repeat each rest) { return product }
    }
    return try newSlowly(contract, boxed(first, repeat each rest))
  }
}

extension ServiceResolving {
  @usableFromInline
  func newSlowly<Service: Sendable>(
    _ key: ServiceKey<Service>, _ arguments: [AnyBox]
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    return try context.new(try context.find(key), arguments).content()
  }

  @usableFromInline
  func newSlowly<Service: Sendable>(
    _ contract: Service.Type, _ arguments: [AnyBox]
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    return try context.new(try context.find(TypeName(contract)), arguments).content()
  }
}

extension ResolutionContext {
  /// Returns the result of a request with arguments, and fills the cell for the next one.
  func new(
    _ service: BoundService, _ arguments: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox {
    let box = try instance(service.index, contract: service.contract, arguments: arguments)
    if FastPath.isOn { container.fillTransient(service) }
    return box
  }
}

/// Returns the values of a pack, each boxed as its static type, in order.
@usableFromInline
func boxed<each Value: Sendable>(_ values: repeat each Value) -> [AnyBox] {
  var boxes: [AnyBox] = []
  for value in repeat each values { boxes.append(Box(value)) }
  return boxes
}
