import PatchbayDiagnostics

/// An injected property without its type, as a mirror finds it.
protocol InjectedProperty: Sendable {
  var key: String? { get }
  var location: SwiftLocation { get }
  var isSet: Bool { get }
  /// Whether it receives the container itself, or a resolver of it.
  var takesContainer: Bool { get }

  func signature(_ name: String) -> ParameterSignature
  func fill(_ supplied: SuppliedArgument, name: String)
}

extension Injected: InjectedProperty {
  var key: String? { cell.key }
  var location: SwiftLocation { cell.location }
  var isSet: Bool { cell.isSet }
  var takesContainer: Bool { Value.self == Container.self || Value.self == Resolver.self }

  func signature(_ name: String) -> ParameterSignature { parameter(name).signature }
  func fill(_ supplied: SuppliedArgument, name: String) {
    cell.set(parameter(name).read(supplied))
  }
}

/// An injected property of an object, with its name.
struct InjectionPoint: Sendable {
  /// The class that declares it.
  let owner: TypeName
  let name: String
  let property: any InjectedProperty

  /// The key of the service that it requests.
  var key: String { property.key ?? name }
  var signature: ParameterSignature { property.signature(name) }
  /// The name in messages: `ReportScreen.analytics`.
  var description: String { "\(owner).\(name)" }

  func fill(_ supplied: SuppliedArgument) { property.fill(supplied, name: name) }

  /// Returns the injected properties of an object, those of its superclasses first.
  ///
  /// It reads every stored property of the object: no other thread may change one meanwhile, except
  /// an injected one. Costs a few microseconds.
  static func all(of object: AnyObject) -> [InjectionPoint] {
    var levels: [[InjectionPoint]] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      levels.append(
        level.children.compactMap { child in
          guard let label = child.label, let property = child.value as? any InjectedProperty else {
            return nil
          }
          // The compiler stores the wrapper of `name` as `_name`.
          let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
          return InjectionPoint(
            owner: TypeName(level.subjectType), name: name, property: property)
        }
      )
      mirror = level.superclassMirror
    }
    return levels.reversed().flatMap { $0 }
  }
}
