import Synchronization

/// Identifies the products of a factory that need work after its closure: that have properties to
/// inject, or are notified when they are complete.
///
/// Most products need none, which takes one comparison for a type that was seen before.
final class ProductFinishing: Sendable {
  private let dynamicType: @Sendable (AnyBox) -> Any.Type
  /// The product of a class, which a cast of an `Any` takes 2,000 instructions to return.
  private let instance: (@Sendable (AnyBox) -> AnyObject)?
  private let content: @Sendable (AnyBox) -> Any
  /// The address of the last type whose products were found to need no work.
  private let plain = Atomic<UInt>(0)
  /// The address of the last type whose products were found to need work.
  private let unfinished = Atomic<UInt>(0)

  /// Creates the check; nil if no product can need work: for a value type that is not an
  /// ``InjectionObserver``.
  init?<Product>(_ type: Product.Type) {
    let content: @Sendable (AnyBox) -> Any = { $0.content(as: Product.self) }
    self.content = content
    let isClass = type is AnyObject.Type
    // Safe because a product of a class is one reference.
    let asObject: @Sendable (AnyBox) -> AnyObject = { box in
      unsafeBitCast(box.content(as: Product.self), to: AnyObject.self)
    }
    instance = isClass ? asObject : nil
    if isClass {
      dynamicType = { Swift.type(of: $0.content(as: Product.self)) }
    } else if TypeName(type).isExistential {
      // Through `Any`, because the type of an existential in a generic context is the existential
      // itself.
      dynamicType = { Swift.type(of: content($0)) }
    } else if type is any InjectionObserver.Type {
      dynamicType = { _ in Product.self }
    } else {
      return nil
    }
  }

  /// The address of the one type of product that is known to need no work; 0 if none is known.
  var plainType: UInt { plain.load(ordering: .relaxed) }

  /// Returns a product as an object; callable only for one whose type is a class.
  func object(_ box: AnyBox) -> AnyObject { instance?(box) ?? (content(box) as AnyObject) }

  /// Whether a product may have to be notified; a cast that finds no conformance costs 1,000
  /// instructions.
  func mayObserve(_ box: AnyBox) -> Bool {
    instance.flatMap { InjectionShape.of($0(box)) }?.isObserver ?? true
  }

  /// Returns a product that has to be injected or notified; nil for any other.
  func subject(_ box: AnyBox) -> Any? {
    let type = dynamicType(box)
    let address = UInt(bitPattern: ObjectIdentifier(type))
    if plain.load(ordering: .relaxed) == address { return nil }
    // By the type: a cast of the instance finds a conformance on the main actor only there.
    if unfinished.load(ordering: .relaxed) == address { return content(box) }
    if type is any Injectable.Type || type is any InjectionObserver.Type {
      unfinished.store(address, ordering: .relaxed)
      return content(box)
    }
    plain.store(address, ordering: .relaxed)
    return nil
  }
}
