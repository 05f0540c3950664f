import Synchronization

/// Which of one factory's products are more than their closure makes them: they have properties to
/// fill, or want to be told when they are whole.
///
/// Most want nothing, and of a type that was seen before that is one comparison.
final class ProductFinishing: Sendable {
  private let dynamicType: @Sendable (AnyBox) -> Any.Type
  private let content: @Sendable (AnyBox) -> Any
  /// The address of the last type that was found to want nothing.
  private let plain = Atomic<UInt>(0)

  /// Nil where no product can want anything: for a value type that is not ``InjectionObserver``.
  init?<Product>(_ type: Product.Type) {
    let content: @Sendable (AnyBox) -> Any = { $0.content(as: Product.self) }
    self.content = content
    if type is AnyObject.Type {
      dynamicType = { Swift.type(of: $0.content(as: Product.self)) }
    } else if TypeName(type).isExistential {
      // Seen through `Any`, as the type of an existential in a generic context is its own.
      dynamicType = { Swift.type(of: content($0)) }
    } else if type is any InjectionObserver.Type {
      dynamicType = { _ in Product.self }
    } else {
      return nil
    }
  }

  /// The address of the one type of product that is known to want nothing; 0 where none is.
  var plainType: UInt { plain.load(ordering: .relaxed) }

  /// A product that has to be filled or told; nil for one that wants nothing.
  func subject(_ box: AnyBox) -> Any? {
    let type = dynamicType(box)
    let address = UInt(bitPattern: ObjectIdentifier(type))
    if plain.load(ordering: .relaxed) == address { return nil }
    // Asked of the type: of the instance, a conformance on the main actor shows there alone.
    if type is any Injectable.Type || type is any InjectionObserver.Type { return content(box) }
    plain.store(address, ordering: .relaxed)
    return nil
  }
}
