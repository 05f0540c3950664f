/// A type that says itself how an injected property of it is filled, other than with the service as
/// it is.
protocol InjectedForm: Sendable {
  /// How a factory would declare it.
  static func parameter(_ name: String) -> Parameter<Self>
}

extension Lazy: InjectedForm {
  static func parameter(_ name: String) -> Parameter<Self> { .lazy(name) }
}

extension Provider: InjectedForm {
  static func parameter(_ name: String) -> Parameter<Self> { .provider(name) }
}

extension Resolver: InjectedForm {
  static func parameter(_ name: String) -> Parameter<Self> { .resolver }
}

extension Injected {
  /// The property as a factory would declare it.
  func parameter(_ name: String) -> Parameter<Value> {
    if let optional = Value.self as? any OptionalValue.Type { return Self.optional(optional, name) }
    if let form = Value.self as? any InjectedForm.Type,
      let parameter = Self.open(form, name) as? Parameter<Value>
    {
      return parameter
    }
    return .service(name)
  }

  private static func open<Form: InjectedForm>(_ form: Form.Type, _ name: String) -> Any {
    form.parameter(name)
  }

  /// As ``Parameter/optional(_:as:)``, which needs to know at compile time what the optional holds.
  private static func optional<Form: OptionalValue>(
    _ form: Form.Type,
    _ name: String
  ) -> Parameter<Value> {
    let signature = ParameterSignature(
      name: name,
      kind: .optionalService,
      type: TypeName(Value.self),
      contract: TypeName(form.wrapped)
    )
    return Parameter(signature) { supplied in
      let box: AnyBox? = if case .box(let box) = supplied { box } else { nil }
      guard let form = Value.self as? any OptionalValue.Type, let value = form.wrap(box) as? Value
      else {
        // `Form` is `Value`, found by a cast of the very metatype.
        preconditionFailure("\(Value.self) is no optional")
      }
      return value
    }
  }
}
