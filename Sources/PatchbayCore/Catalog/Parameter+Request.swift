extension Parameter where Value == Resolver {
  /// The container, asked on behalf of whom the factory builds for.
  ///
  /// A configuration does not give it, and a plan cannot see what the factory does with it: prefer
  /// parameters that name what they take.
  public static var resolver: Parameter {
    Parameter(
      ParameterSignature(
        name: "resolver",
        kind: .resolver,
        type: TypeName(Resolver.self),
        contract: TypeName(Resolver.self)
      )
    ) {
      guard case .resolver(let resolver) = $0 else { preconditionFailure("planned as a resolver") }
      return resolver
    }
  }
}

extension Parameter {
  /// A value that each request gives, and no configuration.
  ///
  /// ```swift
  /// Factory("Teacher", .argument("name"), .service("school"), make: Teacher.init(name:school:))
  ///
  /// let teacher = try container.resolve(.teacher, arguments: "David")
  /// ```
  ///
  /// A service with such a parameter is transient, and nothing else can refer to it: a plan says
  /// `runtime-arguments` otherwise. A request gives the arguments in the order of the parameters;
  /// their number and types are checked before anything is built. Those at the end that are optional may
  /// be left out.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - type: what is asked for; inferred where the closure says it.
  public static func argument(_ name: String, as type: Value.Type = Value.self) -> Parameter {
    Parameter(
      ParameterSignature(
        name: name,
        kind: .runtimeArgument,
        type: TypeName(Value.self),
        contract: TypeName(Value.self),
        accept: { ($0 as? Value).map { Box($0) } },
        omitted: omitted
      ),
      read: { $0.box.content() }
    )
  }

  /// What an argument is that a request leaves out: nil of an optional type.
  private static var omitted: AnyBox? {
    guard let form = Value.self as? any OptionalValue.Type, let none = form.wrap(nil) as? Value
    else { return nil }
    return Box(none)
  }
}
