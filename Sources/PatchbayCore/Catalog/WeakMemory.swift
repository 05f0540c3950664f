extension Box {
  /// Returns a weak reference to the content, which must be an object.
  func weaklyBoxed() -> CatalogEntry.Memory {
    let reference = WeakReference(content as AnyObject)
    // The reference was created for a `Value`, and so the cast succeeds.
    return { (reference.object as? Value).map { Box($0) } }
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
