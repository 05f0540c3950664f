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
