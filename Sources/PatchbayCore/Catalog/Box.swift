/// A value whose type only the catalog knows: how products and decoded arguments travel.
///
/// `@unchecked` because a class that can be inherited from cannot be checked. It is right: the one
/// subclass is ``Box``, which holds a single `let`, and every path that makes one asks for a
/// `Sendable` value (a factory's product and contracts, a parameter's value).
class AnyBox: @unchecked Sendable {
  /// The value without its type.
  var value: any Sendable { preconditionFailure("AnyBox is abstract: only Box is ever made") }
}

final class Box<Value: Sendable>: AnyBox, @unchecked Sendable {
  let content: Value

  init(_ content: Value) { self.content = content }

  override var value: any Sendable { content }
}

extension AnyBox {
  /// The content, as the type that the plan has proved it to be.
  ///
  /// The class check costs about 30 instructions and turns a mistake of ours, which no
  /// configuration can cause, into a clean stop instead of a misread value.
  func content<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
    guard let box = self as? Box<Value> else {
      preconditionFailure("the plan bound a \(Swift.type(of: self)) where a \(type) is declared")
    }
    return box.content
  }
}
