extension Parameter {
  /// A service, found by `!ref` and checked to provide `Value`.
  ///
  /// - Parameters:
  ///   - name: The name under `arguments`.
  ///   - contract: The type that the service must provide; inferred if the closure determines it. A
  ///     plan reports an optional type as `optional-service`: use `.optional` instead.
  /// - Returns: The declaration of the parameter.
  public static func service(_ name: String, as contract: Value.Type = Value.self) -> Parameter {
    Parameter(name, .service, contract: Value.self)
  }

  /// A service with a default.
  ///
  /// ```swift
  /// struct Mailer { init(clock: any TimeSource = SystemClock(), host: String) { … } }
  ///
  /// Factory("Mailer", .service("clock", default: SystemClock()), .value("host"), make: Mailer.init)
  /// ```
  ///
  /// A product gets the default if its definition leaves the argument out, or if the argument is
  /// null or an `!optional` that finds no service; `autowire` prefers a service to the default. The
  /// expression is evaluated anew for each such product, as Swift evaluates a default argument, and
  /// not before. What it returns belongs to the product alone: the container neither shares it nor
  /// starts or stops it.
  ///
  /// - Parameters:
  ///   - name: The name under `arguments`.
  ///   - contract: The type that the service must provide; inferred if the closure determines it.
  ///   - fallback: The value of a product without the service.
  /// - Returns: The declaration of the parameter.
  public static func service(
    _ name: String,
    as contract: Value.Type = Value.self,
    default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter {
    service(name, as: contract).with(default: fallback)
  }

  /// A service that may be missing: nil if the argument is left out or `!optional` finds none.
  public static func optional<Wrapped: Sendable>(
    _ name: String,
    as contract: Wrapped.Type = Wrapped.self
  ) -> Parameter where Value == Wrapped? {
    Parameter(name, .optionalService, contract: Wrapped.self) {
      if case .box(let box) = $0 { box.content(as: Wrapped.self) } else { nil }
    }
  }

  /// A service that may be missing, with a default other than nil; see
  /// ``service(_:as:default:)``.
  public static func optional<Wrapped: Sendable>(
    _ name: String,
    as contract: Wrapped.Type = Wrapped.self,
    default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == Wrapped? {
    optional(name, as: contract).with(default: fallback)
  }

  /// Several services in order, from `!tagged` or a list of references; empty if the argument is
  /// left out.
  public static func services<Element: Sendable>(
    _ name: String,
    as contract: Element.Type = Element.self
  ) -> Parameter where Value == [Element] {
    Parameter(name, .serviceList, contract: Element.self) {
      guard case .boxes(let boxes) = $0 else { return [] }
      return boxes.map { $0.box.content() }
    }
  }

  /// Several services in order, with a default for definitions that leave the argument out.
  ///
  /// The default is evaluated anew for each product, as that of ``service(_:as:default:)``. A tag
  /// that no service has gives an empty array, not the default.
  public static func services<Element: Sendable>(
    _ name: String,
    as contract: Element.Type = Element.self,
    default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == [Element] {
    services(name, as: contract).with(default: fallback)
  }

  /// Several services by key, from `!tagged` or a map of references; empty if the argument is left
  /// out.
  public static func services<Element: Sendable>(
    _ name: String,
    as contract: Element.Type = Element.self
  ) -> Parameter where Value == [String: Element] {
    Parameter(name, .serviceDictionary, contract: Element.self) {
      guard case .boxes(let boxes) = $0 else { return [:] }
      return Dictionary(boxes.map { ($0.key, $0.box.content()) }, uniquingKeysWith: { $1 })
    }
  }

  /// Several services by key, with a default for definitions that leave the argument out.
  ///
  /// The default is evaluated anew for each product, as that of ``service(_:as:default:)``. A tag
  /// that no service has gives an empty dictionary, not the default.
  public static func services<Element: Sendable>(
    _ name: String,
    as contract: Element.Type = Element.self,
    default fallback: @autoclosure @escaping @Sendable () -> Value
  ) -> Parameter where Value == [String: Element] {
    services(name, as: contract).with(default: fallback)
  }

  /// A service that is built at its first use, and kept.
  ///
  /// A deferred dependency may close a cycle. Because the service is kept, one with a shorter
  /// lifetime is a `captive-dependency`, as for ``service(_:as:)``.
  public static func lazy<Wrapped: Sendable>(
    _ name: String,
    as contract: Wrapped.Type = Wrapped.self
  ) -> Parameter where Value == Lazy<Wrapped> {
    Parameter(name, .lazyService, contract: Wrapped.self) {
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
    Parameter(name, .providedService, contract: Wrapped.self) {
      guard case .deferred(let service) = $0 else { preconditionFailure("planned as deferred") }
      return Provider(service)
    }
  }

  /// Returns the same parameter, with a default where there is no service.
  private func with(default fallback: @escaping @Sendable () -> Value) -> Parameter {
    Parameter(
      signature.name, signature.kind == .service ? .optionalService : signature.kind,
      contract: signature.contract.type, .init(makesDefault: true)
    ) { [signature] in
      if case .absent = $0 { fallback() } else { signature.read($0) }
    }
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
