import PatchbayDiagnostics

/// The kind of a parameter's argument.
enum ParameterKind: Sendable, Hashable {
  case value
  case service
  case optionalService
  case serviceList
  case serviceDictionary
  /// `Provider`: resolved at each use.
  case providedService
  /// `Lazy`: resolved when it is first used, and kept.
  case lazyService
  /// The container itself, for dynamic resolution.
  case resolver
  /// Passed by the request for the service.
  case runtimeArgument

  var takesServices: Bool {
    switch self {
    case .value, .resolver, .runtimeArgument: false
    case .service, .optionalService, .serviceList, .serviceDictionary, .providedService,
      .lazyService:
      true
    }
  }
  /// Whether the service is resolved when it is used.
  var isDeferred: Bool { self == .providedService || self == .lazyService }
  var takesSeveral: Bool { self == .serviceList || self == .serviceDictionary }
}

/// A parameter as data: everything that a check or a message needs, and no generic type.
///
/// `@unchecked` because a class with subclasses cannot be checked. Safe because all that it stores is
/// constant, and the one subclass, ``TypedSignature``, only adds a constant.
class ParameterSignature: @unchecked Sendable {
  final let name: String
  final let kind: ParameterKind
  /// The type as the factory's closure sees it.
  final let type: TypeName
  /// The contract that a service must provide; the value's own type for `.value`.
  final let contract: TypeName
  final let rules: Rules

  /// What only some kinds of parameters have.
  struct Rules: Sendable {
    /// Whether it has a default that is made for each product; only for services.
    var makesDefault = false
    /// The decoder of a configured value; only for `.value`.
    var decode: BoxDecoder?
    /// The value of an argument left out; only for `.value` with a default.
    var fallback: AnyBox?
    /// Boxes an argument of a request, nil if it has another type; only for `.argument`.
    var accept: (@Sendable (Any) -> AnyBox?)?
    /// The value of an argument that a request leaves out; only for `.argument` of an optional type.
    var omitted: AnyBox?
  }

  init(
    _ name: String, _ kind: ParameterKind, _ type: TypeName, contract: TypeName, _ rules: Rules
  ) {
    (self.name, self.kind, self.type) = (name, kind, type)
    (self.contract, self.rules) = (contract, rules)
  }

  /// Returns the value of an argument, boxed as the type of the parameter.
  func box(of argument: SuppliedArgument) -> AnyBox {
    preconditionFailure("only the subclass has instances")
  }

  final var hasDefault: Bool { rules.makesDefault || rules.fallback != nil }

  /// The default as signatures show it; nil without one.
  // Composed where it is shown: a program has many defaults, and nearly always shows none.
  final var defaultDescription: String? {
    // As in the interfaces that Swift generates, for one that is made for each product.
    rules.makesDefault ? "default" : rules.fallback.map { DefaultText.text(of: $0.anyContent) }
  }

  /// Whether the closure takes one service as its contract, and no optional or handle of it.
  final var takesContract: Bool { kind.takesServices && type == contract }

  /// Whether a definition may leave the argument out.
  final var mayBeLeftOut: Bool {
    rules.fallback != nil || kind == .optionalService || kind.takesSeveral
  }
}

extension ParameterSignature: CustomStringConvertible {
  /// As Swift declares it: `port: Int = 587`.
  var description: String {
    "\(name): \(typeText)" + (defaultDescription.map { " = \($0)" } ?? "")
  }

  /// The declared type, with the `any` that a generic argument's printed name leaves out.
  var typeText: String {
    switch kind {
    case .value, .resolver, .runtimeArgument: "\(type)"
    case .service: "\(contract)"
    case .optionalService: takesContract ? "\(contract)" : "\(contract)?"
    case .serviceList: "[\(contract)]"
    case .serviceDictionary: "[String: \(contract)]"
    case .providedService, .lazyService: "\("\(type)".prefix { $0 != "<" })<\(contract)>"
    }
  }
}
