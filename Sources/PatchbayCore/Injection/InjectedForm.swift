/// A type that determines how an injected property of it is set, if not with the service itself.
protocol InjectedForm: Sendable {
  /// Returns the parameter that a factory would declare for it.
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
  /// Returns the parameter that a factory would declare for the property.
  static func parameter(_ name: String) -> Parameter<Value> {
    if let optional = TypeName(Value.self).optional { return Self.optional(optional, name) }
    if let form = Value.self as? any InjectedForm.Type,
      let parameter = open(form, name) as? Parameter<Value>
    {
      return parameter
    }
    return .service(name)
  }

  private static func open<Form: InjectedForm>(_ form: Form.Type, _ name: String) -> Any {
    form.parameter(name)
  }

  /// Does the same as ``Parameter/optional(_:as:)``, which needs the wrapped type at compile time.
  private static func optional<Form: OptionalValue>(
    _ form: Form.Type, _ name: String
  ) -> Parameter<Value> {
    Parameter(name, .optionalService, contract: form.wrapped) { supplied in
      let box: AnyBox? = if case .box(let box) = supplied { box } else { nil }
      guard let form = TypeName(Value.self).optional, let value = form.wrap(box) as? Value
      else {
        // `Form` is `Value`, found by a cast of the same metatype.
        preconditionFailure("\(Value.self) is no optional")
      }
      return value
    }
  }
}
