#if os(Linux)
  @_spi(Reflection) import Swift
#endif

/// Where the objects of one class have their injected properties.
///
/// It is found once for each class: a mirror costs 20 microseconds an object, as it looks up the type
/// of every stored property by its mangled name.
final class InjectionShape: Sendable {
  let members: [InjectionMember]
  /// Whether the class is ``Injectable``.
  let isInjectable: Bool
  /// Whether the class is ``InjectionObserver``, on any actor.
  let isObserver: Bool

  /// By the address of the class, which is never released.
  private static let known = Locked<[UInt: InjectionShape]>([:])

  /// Returns the shape of the class of an object; nil if each object has to be looked at.
  static func of(_ object: AnyObject) -> InjectionShape? {
    let type: AnyObject.Type = type(of: object)
    let address = UInt(bitPattern: ObjectIdentifier(type))
    if let shape = known.withLock({ $0[address] }) { return shape }
    guard let shape = InjectionShape(type, first: object) else { return nil }
    known.withLock { $0[address] = shape }
    return shape
  }

  /// Returns the injected properties of an object of the class.
  func points(of object: AnyObject) -> [InjectionPoint] {
    members.indices.map { point($0, of: object) }
  }

  /// Returns one of them.
  func point(_ number: Int, of object: AnyObject) -> InjectionPoint {
    InjectionPoint(member: members[number], property: members[number].property(of: object))
  }

  #if os(Linux)
    /// Finds the properties by the runtime's own description of the class, which has the name, the
    /// static type and the offset of each stored property, the inherited ones first. Of `object`, the
    /// first one of the class, only the keys of the injected properties are read.
    ///
    /// - Returns: `nil` if the class has a mirror of its own.
    private init?(_ type: AnyObject.Type, first object: AnyObject) {
      guard !(type is any CustomReflectable.Type) else { return nil }
      var members: [InjectionMember] = []
      var owner: AnyObject.Type? = type
      // What a superclass describes, too, is its own.
      while let current = owner {
        var own: [InjectionMember] = []
        // 1 is `classType`, a variable that strict concurrency does not let pass.
        _ = _forEachField(of: current, options: _EachFieldOptions(rawValue: 1)) {
          label, offset, field, _ in
          if let field = field as? any InjectedProperty.Type {
            let name = InjectionMember.name(ofStorage: String(cString: label))
            own.append(
              InjectionMember(
                owner: TypeName(current), name: name, signature: field.signature(name),
                storage: (offset, object)))
          }
          return true
        }
        members = own + members.dropFirst(own.count)
        owner = _getSuperclass(current)
      }
      self.members = members
      isInjectable = type is any Injectable.Type
      isObserver = type is any InjectionObserver.Type
    }
  #else
    // Other systems' interfaces of the standard library leave the description of classes out.
    private init?(_ type: AnyObject.Type, first object: AnyObject) { return nil }
  #endif
}
