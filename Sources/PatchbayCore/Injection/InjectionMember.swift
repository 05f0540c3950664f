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

  /// Returns the name of a property: the compiler stores the wrapper of `name` as `_name`.
  static func name(ofStorage label: String) -> String {
    label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  /// Returns the property of an object of the class; callable only if the offset is known.
  func property(of object: AnyObject) -> AnyInjectionCell {
    guard let offset else { preconditionFailure("only members of a shape are asked") }
    // Safe because every object of the class has an `Injected` at this offset, whose only stored
    // property is a reference to its cell.
    defer { withExtendedLifetime(object) {} }
    return (UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset)
      .assumingMemoryBound(to: AnyInjectionCell.self).pointee
  }
}
