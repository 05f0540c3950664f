import Synchronization

/// Identifies the products of a factory that need work after its closure: that have properties to
/// inject, or are notified when they are complete.
///
/// Most products need none, which takes one comparison for a type that was seen before.
final class ProductFinishing: Sendable {
  private let kind: Kind
  /// The address of the last type whose products were found to need no work.
  private let plain = Atomic<UInt>(0)
  /// The address of the last type whose products were found to need work.
  private let unfinished = Atomic<UInt>(0)

  private enum Kind {
    case value
    /// A cast of an `Any` to an object takes 2,000 instructions.
    case object
    /// `any` of a protocol: each product has a type of its own.
    case existential
  }

  init(_ type: Any.Type) {
    if TypeName(type).isExistential {
      kind = .existential
    } else {
      kind = type is AnyObject.Type ? .object : .value
    }
  }

  @inline(__always)
  private func type(of box: AnyBox) -> Any.Type {
    switch kind {
    case .value: box.contentType
    case .object: Swift.type(of: object(box))
    // Without its static type, which would be the existential itself.
    case .existential: Swift.type(of: box.anyContent)
    }
  }

  /// Whether a type of product is known that needs no work.
  var hasPlainType: Bool { plain.load(ordering: .relaxed) != 0 }

  /// The address of the one type of product that is known to need no work; 0 where each has the factory's own type.
  var plainType: UInt { kind == .value ? 0 : plain.load(ordering: .relaxed) }

  /// Returns a product as an object; callable only for one whose type is a class.
  func object(_ box: AnyBox) -> AnyObject {
    // Safe because a box of a class has the layout of a box of any object: it holds one reference.
    guard kind == .object else { return box.anyContent as AnyObject }
    return Unmanaged<Box<AnyObject>>.fromOpaque(Unmanaged.passUnretained(box).toOpaque())
      ._withUnsafeGuaranteedRef { $0.content }
  }

  /// Whether a product may have to be notified; a cast that finds no conformance costs 1,000
  /// instructions.
  func mayObserve(_ box: AnyBox) -> Bool {
    guard kind == .object else { return true }
    return InjectionShape.of(object(box))?.isObserver ?? true
  }

  /// Returns a product that has to be injected or notified; nil for any other.
  func subject(_ box: AnyBox) -> Any? { isNeeded(by: box) ? box.anyContent : nil }

  /// Whether a product has to be injected or notified.
  @inline(__always)  // Asked for each product that is built.
  func isNeeded(by box: AnyBox) -> Bool {
    let type = type(of: box)
    let address = UInt(bitPattern: ObjectIdentifier(type))
    if plain.load(ordering: .relaxed) == address { return false }
    // By the type: a cast of the instance finds a conformance on the main actor only there.
    if unfinished.load(ordering: .relaxed) == address { return true }
    let isNeeded = type is any CompletedByContainer.Type
    if isNeeded {
      unfinished.store(address, ordering: .relaxed)
    } else {
      plain.store(address, ordering: .relaxed)
    }
    return isNeeded
  }
}
