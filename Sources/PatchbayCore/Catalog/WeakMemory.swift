/// How instances of a class are remembered without being held; nil for a type that is no class.
func weakMemory<Product: Sendable>(
  of type: Product.Type
) -> (@Sendable (AnyBox) -> CatalogEntry.Memory)? {
  guard type is AnyObject.Type else { return nil }
  return { box in
    let reference = WeakReference(box.content(as: Product.self) as AnyObject)
    // What was remembered as a `Product` is one.
    return { (reference.object as? Product).map { Box($0) } }
  }
}

/// A reference that does not keep its object alive.
///
/// `@unchecked` because `AnyObject` says nothing of threads. It is right: the object is a `Sendable`
/// product, the reference never changes, and the runtime reads a weak reference atomically.
private final class WeakReference: @unchecked Sendable {
  weak let object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
