import CPatchbayRuntime

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

  /// The descriptor of the protocol of an existential type; nil for any other, for several protocols, and for
  /// one with a class, which precedes the protocol.
  var protocolDescriptor: UnsafeRawPointer? {
    let word = MemoryLayout<Int>.size
    guard kind == .existential, start.load(fromByteOffset: word + 4, as: UInt32.self) == 1,
      start.load(fromByteOffset: word, as: UInt32.self) & 0x4000_0000 == 0
    else { return nil }
    return start.load(fromByteOffset: 2 * word, as: UnsafeRawPointer.self)
  }

  /// The descriptor of the type's declaration; nil for a type that is not declared, such as a tuple.
  var declaration: UnsafeRawPointer? { patchbay_type_descriptor(start) }
}
