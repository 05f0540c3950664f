import CPatchbayRuntime
import PatchbayDiagnostics

/// The types of the program that conform to one protocol.
///
/// A cast does the same, but slowly: before the runtime says that a type does not conform, it reads every
/// conformance of the program and its libraries, 70,000 instructions for each class that has a service.
/// Here they are read once, and again when a library was loaded.
final class ConformingTypes: Sendable {
  private struct Known {
    var images = 0
    var lists: Lists?
  }

  /// What the images of the program say.
  private struct Lists {
    /// The declarations of the types that conform.
    let types: Set<UInt>
    /// Where each image is: its first address and its last, in turn.
    let images: [Int]

    /// Whether they are complete for a declaration: those that the interpreter compiles are in no list.
    func cover(_ declaration: UInt) -> Bool {
      stride(from: 0, to: images.count, by: 2).contains { image in
        UInt(bitPattern: images[image]) <= declaration
          && declaration <= UInt(bitPattern: images[image + 1])
      }
    }
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
        known = Known(images: images, lists: images < 0 ? nil : lists())
      }
      guard let lists = known.lists else { return true }
      var next: Any.Type? = type
      while let type = next {
        // A type without a declaration, such as a tuple, conforms to nothing.
        if let declaration = TypeMetadata(type).declaration {
          let address = UInt(bitPattern: declaration)
          if lists.types.contains(address) || !lists.cover(address) { return true }
        }
        next = (type as? AnyClass).flatMap(_getSuperclass)
      }
      return false
    }
  }

  /// Returns what the images say; nil if that cannot be read.
  private func lists() -> Lists? {
    guard let descriptor = existential.metadata.protocolDescriptor else { return nil }
    var types: [UnsafeRawPointer?] = []
    while true {
      let count = patchbay_conforming_types(descriptor, &types, types.count)
      if count < 0 { return nil }
      if count <= types.count {
        return Lists(
          types: Set(types.prefix(count).map { UInt(bitPattern: $0) }),
          images: Self.images())
      }
      // At first there was no room.
      types = [UnsafeRawPointer?](repeating: nil, count: count)
    }
  }

  private static func images() -> [Int] {
    // Of a library that is loaded meanwhile, the types are cast until the next reading.
    let count = patchbay_images(nil, 0)
    var bounds = [Int](filledWith: 0, count: 2 * count)
    let found = patchbay_images(&bounds, count)
    bounds.removeLast(2 * max(0, count - found))
    return bounds
  }
}
