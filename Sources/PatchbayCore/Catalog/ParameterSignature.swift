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
  /// Whether it has a default that is made for each product; only for services.
  private let makesDefault: Bool
  /// The decoder of a configured value; only for `.value`.
  final let decode: (@Sendable (ConfigurationValue) throws(ValueMismatch) -> AnyBox)?
  /// The value of an argument left out; only for `.value` with a default.
  final let fallback: AnyBox?
  /// Boxes an argument of a request, nil if it has another type; only for `.argument`.
  final let accept: (@Sendable (Any) -> AnyBox?)?
  /// The value of an argument that a request leaves out; only for `.argument` of an optional type.
  final let omitted: AnyBox?

  init(
    name: String,
    kind: ParameterKind,
    type: TypeName,
    contract: TypeName,
    makesDefault: Bool = false,
    fallback: AnyBox? = nil,
    decode: (@Sendable (ConfigurationValue) throws(ValueMismatch) -> AnyBox)? = nil,
    accept: (@Sendable (Any) -> AnyBox?)? = nil,
    omitted: AnyBox? = nil
  ) {
    self.name = name
    self.kind = kind
    self.type = type
    self.contract = contract
    self.makesDefault = makesDefault
    self.fallback = fallback
    self.decode = decode
    self.accept = accept
    self.omitted = omitted
  }

  final var hasDefault: Bool { makesDefault || fallback != nil }

  /// The default as signatures show it; nil without one.
  // Composed where it is shown: a program has many defaults, and nearly always shows none.
  final var defaultDescription: String? {
    // As in the interfaces that Swift generates, for one that is made for each product.
    makesDefault ? "default" : fallback.map { DefaultText.text(of: $0.anyContent) }
  }

  /// Whether the closure takes one service as its contract, and no optional or handle of it.
  final var takesContract: Bool { kind.takesServices && type == contract }

  /// Whether a definition may leave the argument out.
  final var mayBeLeftOut: Bool { fallback != nil || kind == .optionalService || kind.takesSeveral }
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
