/// The type-erased superclass of producers: the content of a transient's cell.
///
/// A producer is built for one container, after a request has taken the slow path: the singletons
/// among its inputs exist by then, and are stored in it directly.
///
/// `@unchecked` because a class with subclasses cannot be checked, and because of the pointer. Safe
/// because the one subclass is ``Producer``, which adds a `let`; the inputs are written before the
/// producer is shared, are never written again, and are deallocated with it.
@usableFromInline
class AnyProducer: @unchecked Sendable {
  private let before = RestOfLine()
  /// The inputs of its function: ``ProducerInput``s, and numbers.
  @usableFromInline let inputs: UnsafeMutablePointer<UInt>
  /// The address of the product type that is known to have no properties to inject and no observer
  /// to notify; 0 for a value, whose type is always the same, and for what only forwards a product.
  @usableFromInline let plainType: UInt
  let site: ProducerSite

  init(_ inputs: [UInt], _ site: ProducerSite, plainType: UInt = 0) {
    self.inputs = .allocateUnshared(capacity: max(inputs.count, 1))
    self.inputs.initialize(from: inputs, count: inputs.count)
    self.plainType = plainType
    self.site = site
  }

  deinit { inputs.deallocate() }
}

/// A producer of one type.
///
/// `@unchecked` like its superclass: it only adds a `let`.
@usableFromInline
final class Producer<Product>: AnyProducer, @unchecked Sendable {
  /// Makes a product, from a producer's inputs and the shared services of one request.
  ///
  /// The function captures nothing: everything that it uses is a parameter. So the compiler can
  /// inline the factory's closure into it, and a call passes no arguments through memory.
  @usableFromInline typealias Function = @Sendable (AnyProducer, SharedRow) throws -> Product

  @usableFromInline let function: Function
  private let after = RestOfLine()

  init(
    _ inputs: [UInt], _ site: ProducerSite, plainType: UInt = 0, _ function: @escaping Function
  ) {
    self.function = function
    super.init(inputs, site, plainType: plainType)
  }

  @inlinable
  @inline(__always)
  func make(_ row: SharedRow) throws -> Product { try function(self, row) }
}

extension AnyProducer {
  /// Whether a product needs no further work after its factory returned.
  @inlinable
  @inline(__always)
  final func isPlain<Product>(_ product: Product) -> Bool {
    plainType == 0 || plainType == UInt(bitPattern: ObjectIdentifier(type(of: product)))
  }

  /// Injects the properties of a product of a type not seen before, and notifies it.
  @usableFromInline
  final func finished<Product>(_ product: Product) throws -> Product {
    do { try site.finish(Box(product)) } catch { throw failure(error) }
    return product
  }

  /// Adds the binding to the path of an error.
  @usableFromInline
  final func failure(_ error: any Error) -> any Error { site.failure(error) }
}
