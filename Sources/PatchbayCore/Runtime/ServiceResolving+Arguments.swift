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
    try resolve(key, passing: boxed(first, repeat each rest))
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
    try resolve(contract, passing: boxed(first, repeat each rest))
  }
}

extension ServiceResolving {
  @usableFromInline
  func resolve<Service: Sendable>(
    _ key: ServiceKey<Service>, passing arguments: [AnyBox]
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    return try context.instance(of: try context.find(key), arguments: arguments).content()
  }

  @usableFromInline
  func resolve<Service: Sendable>(
    _ contract: Service.Type, passing arguments: [AnyBox]
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    return try context.instance(of: try context.find(TypeName(contract)), arguments: arguments)
      .content()
  }
}

/// Returns the values of a pack, each boxed as its static type, in order.
@inlinable
func boxed<each Value: Sendable>(_ values: repeat each Value) -> [AnyBox] {
  var boxes: [AnyBox] = []
  for value in repeat each values { boxes.append(Box(value)) }
  return boxes
}
