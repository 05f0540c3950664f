/// A type-erased value: the common form of products and decoded arguments.
///
/// `@unchecked` because a class with subclasses cannot be checked, and because it may hold a
/// product that is not `Sendable`. Safe because the one subclass is ``Box``, which holds a single
/// `let`; and a product that is not `Sendable` is only built by `make`, which passes it to its
/// caller and keeps neither product nor box (the plan rejects every other use with `not-sendable`).
@usableFromInline
class AnyBox: @unchecked Sendable {}

@usableFromInline
final class Box<Value>: AnyBox, @unchecked Sendable {
  @usableFromInline let content: Value

  @usableFromInline
  init(_ content: Value) { self.content = content }
}

extension AnyBox {
  /// Returns the content, as the type that the plan has proved it to be.
  ///
  /// The class check costs about 30 instructions and turns an internal error, which no
  /// configuration can cause, into a clean stop instead of a misread value.
  func content<Value>(as type: Value.Type = Value.self) -> Value {
    guard let box = self as? Box<Value> else {
      preconditionFailure("the plan bound a \(Swift.type(of: self)) where a \(type) is declared")
    }
    return box.content
  }

  /// Returns the content if it was boxed as this exact type.
  func cast<Value>(to type: Value.Type = Value.self) -> Value? { (self as? Box<Value>)?.content }
}
