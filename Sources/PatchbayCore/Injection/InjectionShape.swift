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
    guard let shape = InjectionShape(type, object) else { return nil }
    known.withLock { $0[address] = shape }
    return shape
  }

  /// Returns the injected properties of an object of the class.
  func points(of object: AnyObject) -> [InjectionPoint] {
    members.map { InjectionPoint(member: $0, property: $0.property(of: object)) }
  }

  #if os(Linux)
    /// Finds the properties by the runtime's own description of the class, which has the static type
    /// and the offset of each stored property, the inherited ones first.
    ///
    /// - Returns: `nil` if the class has a mirror of its own, or if a mirror does not show one of them.
    private init?(_ type: AnyObject.Type, _ object: AnyObject) {
      guard !(object is any CustomReflectable) else { return nil }
      var offsets: [Int] = []
      // 1 is `classType`, a variable that strict concurrency does not let pass.
      let isComplete = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) {
        _, offset, field, _ in
        if field is any InjectedProperty.Type { offsets.append(offset) }
        return true
      }
      guard isComplete else { return nil }
      // The mirror says which class declares each; it also shows what an `Any` or an optional of this
      // object happens to hold, which is no property of the class.
      let points = InjectionPoint.mirrored(object)
      members = offsets.compactMap { offset in
        let cell = InjectionMember.property(of: object, at: offset)
        return points.first { $0.property === cell }?.member.at(offset)
      }
      guard members.count == offsets.count else { return nil }
      isInjectable = type is any Injectable.Type
      isObserver = type is any InjectionObserver.Type
    }
  #else
    // Other systems' interfaces of the standard library leave the description of classes out.
    private init?(_ type: AnyObject.Type, _ object: AnyObject) { nil }
  #endif
}

/// An injected property of a class.
final class InjectionMember: Sendable {
  /// The class that declares it.
  let owner: TypeName
  let name: String
  /// The parameter that a factory would declare for it.
  let form: InjectionForm
  /// The offset of its storage in an object; nil if it is not known.
  private let offset: Int?

  init(owner: TypeName, name: String, form: InjectionForm, offset: Int? = nil) {
    self.owner = owner
    self.name = name
    self.form = form
    self.offset = offset
  }

  func at(_ offset: Int) -> InjectionMember {
    InjectionMember(owner: owner, name: name, form: form, offset: offset)
  }

  /// Returns the property of an object of the class; callable only if the offset is known.
  func property(of object: AnyObject) -> AnyInjectionCell {
    guard let offset else { preconditionFailure("only members of a shape are asked") }
    return Self.property(of: object, at: offset)
  }

  /// Returns the property of an object at an offset where its class has an ``Injected``.
  static func property(of object: AnyObject, at offset: Int) -> AnyInjectionCell {
    // Safe because the only stored property of an `Injected` is a reference to its cell.
    withExtendedLifetime(object) {
      (UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset)
        .assumingMemoryBound(to: AnyInjectionCell.self).pointee
    }
  }
}
