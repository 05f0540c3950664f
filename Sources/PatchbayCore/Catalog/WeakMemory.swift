/// Returns a function that creates weak references to a class's instances; nil for any other type.
func weakMemory<Product: Sendable>(
  of type: Product.Type
) -> (@Sendable (AnyBox) -> CatalogEntry.Memory)? {
  guard type is AnyObject.Type else { return nil }
  return { box in
    let reference = WeakReference(box.content(as: Product.self) as AnyObject)
    // The reference was created for a `Product`, and so the cast succeeds.
    return { (reference.object as? Product).map { Box($0) } }
  }
}

/// A weak reference to an object.
///
/// `@unchecked` because `AnyObject` is not known to be `Sendable`. Safe because the object is a
/// `Sendable` product, the reference never changes, and the runtime reads a weak reference
/// atomically.
private final class WeakReference: @unchecked Sendable {
  weak let object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
