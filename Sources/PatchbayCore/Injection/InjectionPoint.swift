import PatchbayDiagnostics

/// An injected property as a mirror or the runtime finds it, without its type.
protocol InjectedProperty: Sendable {
  var anyCell: AnyInjectionCell { get }
  /// Returns the parameter that a factory would declare for a property of this name.
  static func signature(_ name: String) -> ParameterSignature
}

extension Injected: InjectedProperty {
  var anyCell: AnyInjectionCell { cell }

  static func signature(_ name: String) -> ParameterSignature { parameter(name).signature }
}

/// An injected property of an object, with its name.
struct InjectionPoint: Sendable {
  let member: InjectionMember
  let property: AnyInjectionCell

  /// The key of the service that it requests.
  var key: String { property.key ?? member.name }
  var name: String { member.name }
  var signature: ParameterSignature { member.signature }
  var takesContainer: Bool { member.takesContainer }
  /// Whether a service is what it is set to, or what its handle resolves.
  var takesService: Bool { !takesContainer && signature.kind.takesServices }
  /// The name in messages: `ReportScreen.analytics`.
  var description: String { "\(member.owner).\(name)" }

  func fill(_ supplied: SuppliedArgument) { property.set(signature.box(of: supplied)) }

  /// Returns the injected properties of an object, those of its superclasses first.
  ///
  /// Of a class with a mirror of its own, and on systems other than Linux, it reads every stored
  /// property: no other thread may change one meanwhile, except an injected one.
  static func all(of object: AnyObject) -> [InjectionPoint] {
    all(of: object, InjectionShape.of(object))
  }

  /// Does the same for an object whose class has a known shape, or nil.
  static func all(of object: AnyObject, _ shape: InjectionShape?) -> [InjectionPoint] {
    shape?.points(of: object) ?? mirrored(object)
  }

  /// Returns the injected properties that the mirror of an object shows.
  static func mirrored(_ object: AnyObject) -> [InjectionPoint] {
    var levels: [[InjectionPoint]] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      levels.append(
        level.children.compactMap { child in
          guard let label = child.label, let property = child.value as? any InjectedProperty else {
            return nil
          }
          let name = InjectionMember.name(ofStorage: label)
          return InjectionPoint(
            member: InjectionMember(
              owner: TypeName(level.subjectType), name: name,
              signature: type(of: property).signature(name)),
            property: property.anyCell)
        }
      )
      mirror = level.superclassMirror
    }
    return levels.reversed().flatMap { $0 }
  }
}

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

extension ReadinessProbe: InjectedForm {
  static func parameter(_ name: String) -> Parameter<Self> { .readiness }
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
