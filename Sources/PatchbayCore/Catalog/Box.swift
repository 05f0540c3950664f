/// A value whose type only the catalog knows: how products and decoded arguments travel.
///
/// `@unchecked` because a class that can be inherited from cannot be checked, and because it may hold
/// a product that is not `Sendable`. It is right: the one subclass is ``Box``, which holds a single
/// `let`; and a product that is not `Sendable` is only built by `make`, which hands it to its caller
/// and keeps neither product nor box (the plan refuses every other use with `not-sendable`).
@usableFromInline
class AnyBox: @unchecked Sendable {}

@usableFromInline
final class Box<Value>: AnyBox, @unchecked Sendable {
  @usableFromInline let content: Value

  @usableFromInline
  init(_ content: Value) { self.content = content }
}

extension AnyBox {
  /// The content, as the type that the plan has proved it to be.
  ///
  /// The class check costs about 30 instructions and turns a mistake of ours, which no
  /// configuration can cause, into a clean stop instead of a misread value.
  func content<Value>(as type: Value.Type = Value.self) -> Value {
    guard let box = self as? Box<Value> else {
      preconditionFailure("the plan bound a \(Swift.type(of: self)) where a \(type) is declared")
    }
    return box.content
  }

  /// The content, where it was boxed as this very type.
  func cast<Value>(to type: Value.Type = Value.self) -> Value? { (self as? Box<Value>)?.content }
}
