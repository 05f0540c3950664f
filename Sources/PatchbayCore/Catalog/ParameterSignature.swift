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
  /// `ReadinessProbe`: which services have started.
  case readiness
  /// Passed by the request for the service.
  case runtimeArgument

  var takesServices: Bool {
    switch self {
    case .value, .resolver, .readiness, .runtimeArgument: false
    case .service, .optionalService, .serviceList, .serviceDictionary, .providedService,
      .lazyService:
      true
    }
  }
  /// Whether it is a handle of the container, which no configuration sets.
  var isContainerHandle: Bool { self == .resolver || self == .readiness }
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
    case .value, .resolver, .readiness, .runtimeArgument: "\(type)"
    case .service: "\(contract)"
    case .optionalService: takesContract ? "\(contract)" : "\(contract)?"
    case .serviceList: "[\(contract)]"
    case .serviceDictionary: "[String: \(contract)]"
    case .providedService, .lazyService: "\("\(type)".prefix { $0 != "<" })<\(contract)>"
    }
  }
}

/// The signature of a parameter of one type, which reads its argument.
///
/// A factory's closure keeps its parameters as signatures. In a tuple, their types are looked up by the
/// runtime at each call, for 700 instructions where there is one parameter.
///
/// `@unchecked` as its superclass is: it adds one constant, a closure that is `Sendable`.
final class TypedSignature<Value>: ParameterSignature, @unchecked Sendable {
  /// Returns the value of an argument; nil for the content of its box.
  private let convert: (@Sendable (SuppliedArgument) -> Value)?

  init(
    _ name: String, _ kind: ParameterKind, contract: Any.Type, _ rules: Rules,
    _ convert: (@Sendable (SuppliedArgument) -> Value)?
  ) {
    self.convert = convert
    super.init(name, kind, TypeName(Value.self), contract: TypeName(contract), rules)
  }

  /// Returns the value of an argument.
  func read(_ argument: SuppliedArgument) -> Value {
    if let convert { return convert(argument) }
    return argument.box.content()
  }

  override func box(of argument: SuppliedArgument) -> AnyBox {
    if let convert { return Box(convert(argument)) }
    return argument.box
  }
}

extension [ParameterSignature] {
  /// Creates the signatures of a pack of parameters, in order.
  init<each Value>(of parameters: repeat Parameter<each Value>) {
    self.init()
    for parameter in repeat each parameters { append(parameter.signature) }
  }
}

/// Writes the default of a parameter for signatures: as a file writes it, but with texts in quotes.
enum DefaultText {
  static func text(of value: Any) -> String {
    switch value {
    case let text as String: return "\"\(text)\""
    case let duration as Duration: return duration.configurationText
    case is any ConfigurationDecodable: return "\(value)"
    // A file writes the raw value of an enum, and not the name of the case.
    case let value as any RawRepresentable:
      return (value.rawValue as? String).map { ScalarText.written($0) } ?? text(of: value.rawValue)
    case let list as [Any]: return "[\(list.map { text(of: $0) }.joined(separator: ", "))]"
    case let map as [String: Any] where !map.isEmpty:
      let entries = map.inStableOrder { $0.key < $1.key }.map { "\"\($0)\": \(text(of: $1))" }
      return "[\(entries.joined(separator: ", "))]"
    default: return "\(value)"
    }
  }
}
