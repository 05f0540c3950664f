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

/// An injected property of a class.
final class InjectionMember: Sendable {
  /// The class that declares it.
  let owner: TypeName
  let name: String
  /// The parameter that a factory would declare for it.
  let signature: ParameterSignature
  /// Whether it receives the container itself, or a resolver of it.
  let takesContainer: Bool
  /// Whether it is set to a service as the service's factory provides it.
  let isService: Bool
  /// The offset of its storage in an object; nil if it is not known.
  private let offset: Int?
  /// The key that the property names in the first object that was seen, and its number as a typed key: a
  /// text is looked up four times as slowly. Other objects nearly always name the same one.
  private let usualKey: (text: String?, number: Int)

  /// Creates the member of a class; `storage` has the offset in its objects and the first of them, and is nil if each
  /// object has to be looked at.
  init(
    owner: TypeName, name: String, signature: ParameterSignature,
    storage: (offset: Int, first: AnyObject)? = nil
  ) {
    self.owner = owner
    self.name = name
    self.signature = signature
    takesContainer = signature.kind == .resolver || signature.type.type == Container.self
    isService = signature.kind == .service && !takesContainer
    offset = storage?.offset
    guard let storage else {
      usualKey = (nil, 0)
      return
    }
    let text = Self.property(of: storage.first, at: storage.offset).key
    let key = text ?? name
    let hasNumber = key.utf8.allSatisfy { $0 < 128 } && !signature.kind.isContainerHandle
    usualKey = (text, hasNumber ? KeyNumbers.number(of: key, as: signature.contract.type) : 0)
  }

  /// Returns the number of the key that a property names; 0 if it has none.
  func keyNumber(of property: AnyInjectionCell) -> Int {
    // Keys are compared by their bytes, and Swift compares texts by their characters: with the number of
    // bytes, that is the same for texts of ASCII, which alone have numbers here.
    property.key == usualKey.text && property.key?.utf8.count == usualKey.text?.utf8.count
      ? usualKey.number : 0
  }

  /// Returns the name of a property: the compiler stores the wrapper of `name` as `_name`.
  static func name(ofStorage label: String) -> String {
    label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  /// Returns the property of an object of the class; callable only if the offset is known.
  func property(of object: AnyObject) -> AnyInjectionCell {
    guard let offset else { preconditionFailure("only members of a shape are asked") }
    return Self.property(of: object, at: offset)
  }

  private static func property(of object: AnyObject, at offset: Int) -> AnyInjectionCell {
    // Safe because every object of the class has an `Injected` at this offset, whose only stored
    // property is a reference to its cell.
    defer { _fixLifetime(object) }
    return (UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset)
      .assumingMemoryBound(to: AnyInjectionCell.self).pointee
  }
}
