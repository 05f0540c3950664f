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
    guard let lists = knownLists else { return true }
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

  /// Whether a subclass of a class may conform, which does not conform itself.
  func mayIncludeSubclass(of type: AnyClass) -> Bool {
    guard let lists = knownLists, let declaration = TypeMetadata(type).declaration else {
      return true
    }
    let address = UInt(bitPattern: declaration)
    return !lists.cover(address) || lists.types.contains { Self.class($0, mayInherit: address) }
  }

  /// Whether a class may conform both to this protocol and to another: one of them by a superclass, or both
  /// itself.
  func mayIncludeClass(of other: ConformingTypes) -> Bool {
    guard let lists = knownLists else { return true }
    if lists.types.isEmpty { return false }
    guard let others = other.knownLists else { return true }
    return lists.types.contains { type in
      others.types.contains { Self.class($0, mayInherit: type) || Self.class(type, mayInherit: $0) }
    }
  }

  /// Whether a declaration is another, or that of one of its subclasses; true if that cannot be said.
  private static func `class`(_ type: UInt, mayInherit ancestor: UInt) -> Bool {
    var next = UnsafeRawPointer(bitPattern: type)
    while let declaration = next {
      if UInt(bitPattern: declaration) == ancestor { return true }
      guard patchbay_superclass_descriptor(declaration, &next) else { return true }
    }
    return false
  }

  /// What the images say, read anew after a library was loaded; nil if that cannot be read.
  private var knownLists: Lists? {
    let images = patchbay_image_count()
    return known.withLock { known in
      if known.images != images {
        known = Known(images: images, lists: images < 0 ? nil : lists())
      }
      return known.lists
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
