import PatchbayDiagnostics

/// An injected property as a mirror or the runtime finds it, without its type.
protocol InjectedProperty: Sendable {
  var anyCell: AnyInjectionCell { get }
  /// Returns what the type of a property of this name says.
  static func form(_ name: String) -> InjectionForm
}

extension Injected: InjectedProperty {
  var anyCell: AnyInjectionCell { cell }

  static func form(_ name: String) -> InjectionForm {
    let parameter = parameter(name)
    return InjectionForm(
      signature: parameter.signature,
      takesContainer: Value.self == Container.self || Value.self == Resolver.self
    ) { supplied in
      if case .box(let box) = supplied, box.contentType == Value.self { return box }
      return Box(parameter.signature.read(supplied))
    }
  }
}

/// What the type of an injected property says.
struct InjectionForm: Sendable {
  let signature: ParameterSignature
  /// Whether it receives the container itself, or a resolver of it.
  let takesContainer: Bool
  /// Returns what a property of this type is set to.
  let box: @Sendable (SuppliedArgument) -> AnyBox

  /// Whether a property of it is set to a service as the service's factory provides it.
  var isService: Bool { signature.kind == .service && !takesContainer }
}

/// An injected property of an object, with its name.
struct InjectionPoint: Sendable {
  let member: InjectionMember
  let property: AnyInjectionCell

  /// The key of the service that it requests.
  var key: String { property.key ?? member.name }
  var name: String { member.name }
  var signature: ParameterSignature { member.form.signature }
  var takesContainer: Bool { member.form.takesContainer }
  /// The name in messages: `ReportScreen.analytics`.
  var description: String { "\(member.owner).\(name)" }

  func fill(_ supplied: SuppliedArgument) { property.set(box(supplied)) }

  /// Returns what the property is set to, boxed as its type.
  func box(_ supplied: SuppliedArgument) -> AnyBox {
    // A service as the type of the property, which nearly all are, needs no conversion.
    if case .box(let box) = supplied, signature.kind == .service { return box }
    return member.form.box(supplied)
  }

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
              form: type(of: property).form(name)),
            property: property.anyCell)
        }
      )
      mirror = level.superclassMirror
    }
    return levels.reversed().flatMap { $0 }
  }
}
