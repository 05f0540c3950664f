/// What the runtime says of a type where Swift has no query, or only an expensive one.
///
/// Its form is a part of Swift's stable binary interface:
/// https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst
struct TypeMetadata {
  /// The kind of a type, as far as it matters here; see
  /// https://github.com/swiftlang/swift/blob/main/include/swift/ABI/MetadataKind.def
  struct Kind: Equatable {
    let number: Int

    static let optional = Kind(number: 0x202)
    static let existential = Kind(number: 0x303)
    /// `any P.Type`.
    static let existentialMetatype = Kind(number: 0x306)
    /// `any P<Int>`, with a condition for an associated type.
    static let constrainedExistential = Kind(number: 0x307)
  }

  private let start: UnsafeRawPointer

  /// Safe because a metatype without its static type is the address of this description, which is never
  /// released.
  init(_ type: Any.Type) { start = unsafeBitCast(type, to: UnsafeRawPointer.self) }

  /// The first word of every type.
  var kind: Kind { Kind(number: start.load(as: Int.self)) }
}
