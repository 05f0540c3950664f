extension Parameter {
  /// A service, found by `!ref` and checked to provide `Value`.
  ///
  /// - Parameters:
  ///   - name: the name under `arguments`.
  ///   - contract: the type that the service must provide; inferred where the closure says it. One that is
  ///     optional is the mistake `optional-service` of a plan: declare the parameter with `.optional`.
  public static func service(_ name: String, as contract: Value.Type = Value.self) -> Parameter {
    Parameter(
      signature(name, .service, contract: Value.self),
      read: { $0.box.content() }
    )
  }

  /// A service that may be missing: nil where the argument is left out or `!optional` finds none.
  public static func optional<Wrapped: Sendable>(
    _ name: String,
    as contract: Wrapped.Type = Wrapped.self
  ) -> Parameter where Value == Wrapped? {
    Parameter(signature(name, .optionalService, contract: Wrapped.self)) {
      if case .box(let box) = $0 { box.content(as: Wrapped.self) } else { nil }
    }
  }

  /// Several services in order, from `!tagged` or a list of references; none where the argument is left
  /// out.
  public static func services<Element: Sendable>(
    _ name: String,
    as contract: Element.Type = Element.self
  ) -> Parameter where Value == [Element] {
    Parameter(signature(name, .serviceList, contract: Element.self)) {
      guard case .boxes(let boxes) = $0 else { return [] }
      return boxes.map { $0.box.content() }
    }
  }

  /// Several services by key, from `!tagged` or a map of references; none where the argument is left
  /// out.
  public static func services<Element: Sendable>(
    _ name: String,
    as contract: Element.Type = Element.self
  ) -> Parameter where Value == [String: Element] {
    Parameter(signature(name, .serviceDictionary, contract: Element.self)) {
      guard case .boxes(let boxes) = $0 else { return [:] }
      return Dictionary(boxes.map { ($0.key, $0.box.content()) }, uniquingKeysWith: { $1 })
    }
  }

  /// A service that is built when it is first asked for, and kept.
  ///
  /// A deferred dependency may close a cycle. As it is kept, a service with a shorter lifetime is a
  /// `captive-dependency`, as with ``service(_:as:)``.
  public static func lazy<Wrapped: Sendable>(
    _ name: String,
    as contract: Wrapped.Type = Wrapped.self
  ) -> Parameter where Value == Lazy<Wrapped> {
    Parameter(signature(name, .lazyService, contract: Wrapped.self)) {
      guard case .deferred(let service) = $0 else { preconditionFailure("planned as deferred") }
      return Lazy(service)
    }
  }

  /// A service that is asked for anew at each call, by the rules of its scope.
  ///
  /// A deferred dependency may close a cycle.
  public static func provider<Wrapped: Sendable>(
    _ name: String,
    as contract: Wrapped.Type = Wrapped.self
  ) -> Parameter where Value == Provider<Wrapped> {
    Parameter(signature(name, .providedService, contract: Wrapped.self)) {
      guard case .deferred(let service) = $0 else { preconditionFailure("planned as deferred") }
      return Provider(service)
    }
  }

  private static func signature(
    _ name: String,
    _ kind: ParameterKind,
    contract: Any.Type
  ) -> ParameterSignature {
    ParameterSignature(
      name: name,
      kind: kind,
      type: TypeName(Value.self),
      contract: TypeName(contract)
    )
  }
}

/// Tells an optional type from any other.
protocol OptionalValue {
  /// What it holds.
  static var wrapped: Any.Type { get }
  /// The content of a box that holds a value of that very type; nil without a box.
  static func wrap(_ box: AnyBox?) -> Self
}

extension Optional: OptionalValue {
  static var wrapped: Any.Type { Wrapped.self }
  static func wrap(_ box: AnyBox?) -> Self { box?.cast() }
}
