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

  var box: AnyBox {
    guard case .box(let box) = self else { preconditionFailure("one argument was planned") }
    return box
  }
}
