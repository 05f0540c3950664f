extension Parameter where Value == Resolver {
  /// A resolver, which resolves services dynamically in the context of the service that is built.
  ///
  /// A configuration does not set it. The plan cannot check what the factory resolves through it,
  /// so prefer parameters that declare their services.
  public static var resolver: Parameter { anyResolver }
}

/// All are equal, and each closure of a `Provide` that resolves its dependencies itself has one.
private let anyResolver = Parameter<Resolver>("resolver", .resolver, contract: Resolver.self) {
  guard case .resolver(let resolver) = $0 else { preconditionFailure("planned as a resolver") }
  return resolver
}

extension Parameter {
  /// A value that each request passes; a configuration does not set it.
  ///
  /// ```swift
  /// Factory("Teacher", .argument("name"), .service("school"), make: Teacher.init(name:school:))
  ///
  /// let teacher = try container.resolve(.teacher, arguments: "David")
  /// ```
  ///
  /// A service with such a parameter is transient, and no other service can refer to it: otherwise
  /// the plan reports `runtime-arguments`. A request passes the arguments in the order of the
  /// parameters; their number and types are checked before anything is built. Optional arguments at
  /// the end may be left out.
  ///
  /// - Parameters:
  ///   - name: The name of the parameter in diagnostics.
  ///   - type: The type of the argument; inferred if the closure determines it.
  /// - Returns: The declaration of the parameter.
  public static func argument(_ name: String, as type: Value.Type = Value.self) -> Parameter {
    Parameter(
      name, .runtimeArgument, contract: Value.self,
      .init(accept: { ($0 as? Value).map { Box($0) } }, omitted: omitted))
  }

  /// The value of an argument that a request leaves out: nil of an optional type.
  private static var omitted: AnyBox? {
    guard let form = TypeName(Value.self).optional, let none = form.wrap(nil) as? Value
    else { return nil }
    return Box(none)
  }
}
