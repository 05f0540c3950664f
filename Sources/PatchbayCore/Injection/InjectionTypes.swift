import CPatchbayRuntime

/// Finds out which types are ``Injectable`` or ``InjectionObserver``.
enum InjectionTypes {
  private static let injectable = ConformingTypes(of: (any Injectable).self)
  private static let observers = ConformingTypes(of: (any InjectionObserver).self)
  /// The answers of ``mayBeInjectable(productsOf:)``, which reads the conformances of the program for a protocol,
  /// until a library is loaded.
  private static let products = Locked<(images: Int, answers: [ObjectIdentifier: Bool])>((0, [:]))

  /// Whether a type has properties that a container sets.
  static func isInjectable(_ type: Any.Type) -> Bool {
    injectable.mayInclude(type) && type is any Injectable.Type
  }

  /// Whether products of a factory may have properties that a container sets, although the factory's own type
  /// has none: those of a subclass, or of a class behind `any` of a protocol.
  static func mayBeInjectable(productsOf type: Any.Type) -> Bool {
    let images = patchbay_image_count()
    return products.withLock { products in
      if products.images != images { products = (images, [:]) }
      if let known = products.answers[ObjectIdentifier(type)] { return known }
      let mayBe =
        if let type = type as? AnyClass {
          injectable.mayIncludeSubclass(of: type)
        } else {
          TypeName(type).isExistential && injectable.mayIncludeClass(of: ConformingTypes(of: type))
        }
      products.answers[ObjectIdentifier(type)] = mayBe
      return mayBe
    }
  }

  /// Whether the instances of a type are notified, on any actor.
  static func isObserver(_ type: Any.Type) -> Bool {
    observers.mayInclude(type) && type is any InjectionObserver.Type
  }
}
