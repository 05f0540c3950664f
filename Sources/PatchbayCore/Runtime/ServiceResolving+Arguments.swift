public import PatchbayDiagnostics

extension ServiceResolving {
  /// Gives a service whose factory takes arguments from each request.
  ///
  /// ```swift
  /// let teacher = try container.resolve(.teacher, arguments: "David", "English")
  /// ```
  ///
  /// - Parameters:
  ///   - key: the key, with the type that is asked for.
  ///   - first: what the first `.argument` parameter of the factory takes.
  ///   - rest: what the others take, in their order.
  /// - Throws: ``DiagnosticsError`` with `runtime-arguments` where number or types are not those that
  ///   the factory declares, and as ``resolve(_:)-(ServiceKey<Service>)``.
  public func resolve<Service: Sendable, First: Sendable, each Rest: Sendable>(
    _ key: ServiceKey<Service>,
    arguments first: First,
    _ rest: repeat each Rest
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(key.name, as: TypeName(Service.self))
    let arguments = list(first, repeat each rest)
    return try context.instance(found.index, contract: found.contract, arguments: arguments)
      .content()
  }

  /// Gives the one service that provides a type, with arguments for its factory.
  ///
  /// - Parameters:
  ///   - contract: the type, matched exactly.
  ///   - first: what the first `.argument` parameter of the factory takes.
  ///   - rest: what the others take, in their order.
  /// - Throws: as ``resolve(_:arguments:_:)-(ServiceKey<Service>,_,_)``, `no-such-service` where no
  ///   service provides the type, and `ambiguous-service` where several do.
  public func resolve<Service: Sendable, First: Sendable, each Rest: Sendable>(
    _ contract: Service.Type,
    arguments first: First,
    _ rest: repeat each Rest
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(TypeName(contract))
    let arguments = list(first, repeat each rest)
    return try context.instance(found.index, contract: found.contract, arguments: arguments)
      .content()
  }
}

/// The values of a pack, in their order.
func list<each Value: Sendable>(_ values: repeat each Value) -> [any Sendable] {
  var result: [any Sendable] = []
  for value in repeat each values { result.append(value) }
  return result
}
