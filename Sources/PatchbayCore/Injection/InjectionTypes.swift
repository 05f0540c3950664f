/// Finds out which types are ``Injectable`` or ``InjectionObserver``.
enum InjectionTypes {
  private static let injectable = ConformingTypes(of: (any Injectable).self)
  private static let observers = ConformingTypes(of: (any InjectionObserver).self)

  /// Whether a type has properties that a container sets.
  static func isInjectable(_ type: Any.Type) -> Bool {
    injectable.mayInclude(type) && type is any Injectable.Type
  }

  /// Whether the instances of a type are notified, on any actor.
  static func isObserver(_ type: Any.Type) -> Bool {
    observers.mayInclude(type) && type is any InjectionObserver.Type
  }
}
