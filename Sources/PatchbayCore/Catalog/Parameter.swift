import PatchbayDiagnostics

/// One declared input of a factory: its name, its kind, and its type.
///
/// ```swift
/// Factory("ConnectionPool", .value("url"), .value("size", default: 4)) { url, size in
///   try ConnectionPool(url: url, size: size)
/// }
/// ```
///
/// The compiler matches the types of the parameters with those of the factory's closure. Names and
/// kinds are kept as data, so that a configuration is checked against them before anything is
/// built.
public struct Parameter<Value: Sendable>: Sendable {
  let signature: TypedSignature<Value>

  // `read` returns the value of an argument; most parameters take the content of its box.
  init(
    _ name: String, _ kind: ParameterKind, contract: Any.Type,
    _ rules: ParameterSignature.Rules = .init(),
    read: (@Sendable (SuppliedArgument) -> Value)? = nil
  ) {
    signature = TypedSignature(name, kind, contract: contract, rules, read)
  }
}

/// The argument that the container passes to a factory; the plan has proved its kind.
enum SuppliedArgument: Sendable {
  /// A decoded value, or a service as the declared contract.
  case box(AnyBox)
  /// No service: an optional one that no layer defines, or an argument left to its default.
  case absent
  /// Several services, with their keys.
  case boxes([(key: String, box: AnyBox)])
  /// A service to be resolved later.
  case deferred(DeferredService)
  /// A handle that resolves any service.
  case resolver(Resolver)
  case readiness(ReadinessProbe)

  var box: AnyBox {
    guard case .box(let box) = self else { preconditionFailure("one argument was planned") }
    return box
  }
}

extension Parameter where Value: Decodable {
  /// A value that a configuration sets under `arguments`.
  ///
  /// The declared type decides how a scalar is read, never its spelling: a `String` gets `no` and
  /// `010` as written, a `Bool` accepts only `true` and `false`. A type that conforms to
  /// ``ConfigurationDecodable`` is created from the text. Any other `Decodable` type is decoded
  /// from the value, including arrays, dictionaries, optionals and enums with raw values. Values
  /// are read while the plan is checked, once for each definition.
  ///
  /// - Parameter name: The name under `arguments`.
  /// - Returns: The declaration of the parameter.
  public static func value(_ name: String) -> Parameter { value(name, fallback: nil) }

  /// A value with a default for definitions that leave it out.
  ///
  /// - Parameters:
  ///   - name: The name under `arguments`.
  ///   - fallback: The value if no layer sets the argument.
  /// - Returns: The declaration of the parameter.
  public static func value(_ name: String, default fallback: Value) -> Parameter {
    value(name, fallback: Box(fallback))
  }

  private static func value(_ name: String, fallback: Box<Value>?) -> Parameter {
    Parameter(
      name, .value, contract: Value.self,
      .init(decode: boxDecoder(for: Value.self), fallback: fallback))
  }
}

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

extension Parameter where Value == ReadinessProbe {
  /// A probe of the readiness of the container, for a service that reports it.
  ///
  /// A configuration does not set it.
  public static var readiness: Parameter {
    Parameter("readiness", .readiness, contract: Value.self) {
      guard case .readiness(let probe) = $0 else { preconditionFailure("planned as a probe") }
      return probe
    }
  }
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
