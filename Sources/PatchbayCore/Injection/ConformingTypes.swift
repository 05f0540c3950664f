import CPatchbayRuntime

/// The types of the program that conform to one protocol.
///
/// A cast does the same, but slowly: before the runtime says that a type does not conform, it reads every
/// conformance of the program and its libraries, 70,000 instructions for each class that has a service.
/// Here they are read once, and again when a library was loaded.
final class ConformingTypes: Sendable {
  private struct Known {
    var images = 0
    /// The declarations of the types; nil if they cannot be listed.
    var types: Set<UInt>?
  }

  private let existential: TypeName
  private let known = Locked(Known())

  /// - Parameter existential: `any` of the protocol.
  init(of existential: Any.Type) { self.existential = TypeName(existential) }

  /// Whether a type may conform: a cast has to tell. If not, it does not, and neither does any of its
  /// superclasses.
  func mayInclude(_ type: Any.Type) -> Bool {
    let images = patchbay_image_count()
    return known.withLock { known in
      if known.images != images {
        known = Known(images: images, types: images < 0 ? nil : list())
      }
      guard let types = known.types else { return true }
      return !types.isEmpty && Self.includes(type, types)
    }
  }

  private static func includes(_ type: Any.Type, _ types: Set<UInt>) -> Bool {
    var next: Any.Type? = type
    while let type = next {
      if types.contains(UInt(bitPattern: TypeMetadata(type).declaration)) { return true }
      next = (type as? AnyClass).flatMap(_getSuperclass)
    }
    return false
  }

  private func list() -> Set<UInt>? {
    guard let descriptor = existential.metadata.protocolDescriptor else { return nil }
    var types: [UnsafeRawPointer?] = []
    while true {
      let count = patchbay_conforming_types(descriptor, &types, types.count)
      if count < 0 { return nil }
      if count <= types.count { return Set(types.prefix(count).map { UInt(bitPattern: $0) }) }
      // At first there was no room.
      types = [UnsafeRawPointer?](repeating: nil, count: count)
    }
  }
}
