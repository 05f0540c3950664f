/// A type-erased value: the common form of products and decoded arguments.
///
/// `@unchecked` because a class with subclasses cannot be checked, and because it may hold a
/// product that is not `Sendable`. Safe because the one subclass is ``Box``, which holds a single
/// `let`; and a product that is not `Sendable` is only built by `make`, which passes it to its
/// caller and keeps neither product nor box (the plan rejects every other use with `not-sendable`).
@usableFromInline
class AnyBox: @unchecked Sendable {
  /// The type of the content.
  var contentType: Any.Type { preconditionFailure("only the subclass has instances") }
  /// The content, without its static type.
  var anyContent: Any { preconditionFailure("only the subclass has instances") }
  /// Returns an instance while another object retains it; callable only for an object.
  var weakMemory: CatalogEntry.Memory { preconditionFailure("only the subclass has instances") }
}

@usableFromInline
final class Box<Value>: AnyBox, @unchecked Sendable {
  @usableFromInline let content: Value

  @usableFromInline
  init(_ content: Value) { self.content = content }

  override var contentType: Any.Type { Value.self }
  override var anyContent: Any { content }

  /// Returns a weak reference to the content, which must be an object.
  override var weakMemory: CatalogEntry.Memory {
    let reference = WeakReference(content as AnyObject)
    // The reference was created for a `Value`, and so the cast succeeds.
    return { (reference.object as? Value).map { Box($0) } }
  }
}

extension AnyBox {
  /// Returns the content, as the type that the plan has proved it to be.
  ///
  /// The check turns an internal error, which no configuration can cause, into a clean stop instead
  /// of a misread value. It compares the types of the contents: a cast to the type of the box asks
  /// the runtime for that type, 250 instructions instead of 20 where the code is not specialized.
  func content<Value>(as type: Value.Type = Value.self) -> Value {
    guard contentType == type else {
      preconditionFailure("the plan bound a \(contentType) where a \(type) is declared")
    }
    // A box is a `Box` of the type of its content.
    return unsafeDowncast(self, to: Box<Value>.self).content
  }

  /// The content, which must be of a type that is `Sendable`, without its static type.
  ///
  /// `unsafeBitCast` because Swift offers no cast to `Sendable`. Safe because it is a marker protocol, without
  /// a table of conformance, so that `any Sendable` has the layout of `Any`; and because the callers check
  /// that the factory's products are `Sendable`.
  var sendableContent: any Sendable {
    // Of the function: for a cast of its result, the optimizer of Swift 6.3 emits a trap.
    unsafeBitCast(Self.anyContent, to: ((AnyBox) -> any Sendable).self)(self)
  }

  private static let anyContent: @Sendable (AnyBox) -> Any = { $0.anyContent }

  /// Returns the content if it was boxed as this exact type.
  func cast<Value>(to type: Value.Type = Value.self) -> Value? {
    contentType == type ? content(as: type) : nil
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
