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
    let hasNumber = key.utf8.allSatisfy { $0 < 128 } && signature.kind != .resolver
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
