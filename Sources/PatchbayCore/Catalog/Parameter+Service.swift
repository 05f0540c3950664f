extension Parameter {
  /// A service, found by `!ref` and checked to provide `Value`.
  ///
  /// - Parameters:
  ///   - name: The name under `arguments`.
  ///   - contract: The type that the service must provide; inferred if the closure determines it. A
  ///     plan reports an optional type as `optional-service`: use `.optional` instead.
  /// - Returns: The declaration of the parameter.
  public static func service(_ name: String, as contract: Value.Type = Value.self) -> Parameter {
    Parameter(
      signature(name, .service, contract: Value.self),
      read: { $0.box.content() }
    )
  }

  /// A service that may be missing: nil if the argument is left out or `!optional` finds none.
  public static func optional<Wrapped: Sendable>(
    _ name: String,
    as contract: Wrapped.Type = Wrapped.self
  ) -> Parameter where Value == Wrapped? {
    Parameter(signature(name, .optionalService, contract: Wrapped.self)) {
      if case .box(let box) = $0 { box.content(as: Wrapped.self) } else { nil }
    }
  }

  /// Several services in order, from `!tagged` or a list of references; empty if the argument is
  /// left out.
  public static func services<Element: Sendable>(
    _ name: String,
    as contract: Element.Type = Element.self
  ) -> Parameter where Value == [Element] {
    Parameter(signature(name, .serviceList, contract: Element.self)) {
      guard case .boxes(let boxes) = $0 else { return [] }
      return boxes.map { $0.box.content() }
    }
  }

  /// Several services by key, from `!tagged` or a map of references; empty if the argument is left
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

  /// A service that is built at its first use, and kept.
  ///
  /// A deferred dependency may close a cycle. Because the service is kept, one with a shorter
  /// lifetime is a `captive-dependency`, as for ``service(_:as:)``.
  public static func lazy<Wrapped: Sendable>(
    _ name: String,
    as contract: Wrapped.Type = Wrapped.self
  ) -> Parameter where Value == Lazy<Wrapped> {
    Parameter(signature(name, .lazyService, contract: Wrapped.self)) {
      guard case .deferred(let service) = $0 else { preconditionFailure("planned as deferred") }
      return Lazy(service)
    }
  }

  /// A service that is resolved at each call, by the rules of its scope.
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
    _ name: String, _ kind: ParameterKind, contract: Any.Type
  ) -> ParameterSignature {
    ParameterSignature(
      name: name,
      kind: kind,
      type: TypeName(Value.self),
      contract: TypeName(contract)
    )
  }
}

/// Identifies optional types.
protocol OptionalValue {
  /// The type that the optional wraps.
  static var wrapped: Any.Type { get }
  /// Returns the content of a box that holds a value of the wrapped type; nil without a box.
  static func wrap(_ box: AnyBox?) -> Self
}

extension Optional: OptionalValue {
  static var wrapped: Any.Type { Wrapped.self }
  static func wrap(_ box: AnyBox?) -> Self { box?.cast() }
}
