/// A way to make a fresh product that knows all types: what is behind a transient's cell.
///
/// It is put together for one container, when a request has taken the slow path: the singletons among
/// its inputs are there by then, and stand in it as they are.
///
/// `@unchecked` because a class that can be inherited from cannot be checked, and because of the
/// pointer. It is right: the one subclass is ``Producer``, which holds a `let`; the inputs are written
/// before anybody has the producer and never again, and go with it.
@usableFromInline
class AnyProducer: @unchecked Sendable {
  /// What its function is given: ``ProducerInput``s, and numbers.
  @usableFromInline let inputs: UnsafeMutablePointer<UInt>
  /// The address of the type of product that is known to have no properties to fill and nothing to be
  /// told; 0 where none can have.
  @usableFromInline let plainType: UInt
  let site: ProducerSite

  init(_ inputs: [UInt], _ site: ProducerSite, plainType: UInt = 0) {
    self.inputs = .allocate(capacity: max(inputs.count, 1))
    self.inputs.initialize(from: inputs, count: inputs.count)
    self.plainType = plainType
    self.site = site
  }

  deinit { inputs.deallocate() }
}

/// A producer of one type.
///
/// `@unchecked` as its superclass is: all that it adds is a `let`.
@usableFromInline
final class Producer<Product>: AnyProducer, @unchecked Sendable {
  /// Makes a product, from a producer's inputs and what one request shares.
  ///
  /// A function that holds nothing: what it works on, it is given. So the compiler writes the
  /// factory's own closure into it, and a call passes no arguments through memory.
  @usableFromInline typealias Function = @Sendable (AnyProducer, SharedRow) throws -> Product

  @usableFromInline let function: Function

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
  /// Whether a product is as its closure makes it.
  @inlinable
  @inline(__always)
  final func isPlain<Product>(_ product: Product) -> Bool {
    plainType == 0 || plainType == UInt(bitPattern: ObjectIdentifier(type(of: product)))
  }

  /// Fills a product of another type than those before, and tells it that it is whole.
  @usableFromInline
  final func finished<Product>(_ product: Product) throws -> Product {
    do { try site.finish(Box(product)) } catch { throw failure(error) }
    return product
  }

  /// Adds the binding to the way of an error.
  @usableFromInline
  final func failure(_ error: any Error) -> any Error { site.failure(error) }
}
