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
  @usableFromInline typealias Function = @Sendable (AnyProducer, GraphSlots) throws -> Product

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
  func make(_ slots: GraphSlots) throws -> Product { try function(self, slots) }
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

  /// Adds the service to the path of an error.
  @usableFromInline
  final func failure(_ error: any Error) -> any Error { site.failure(error) }
}

/// A producer's input for one parameter: a box with a fixed value, or another producer.
///
/// One word, whatever the type: copying an enum with a generic payload requests metadata from the
/// runtime, which was half of the cost of a tree of five objects.
@usableFromInline
struct ProducerInput<Value> {
  /// The address of a ``Box`` with the lowest bit set, or of a ``Producer``; the container keeps
  /// both.
  @usableFromInline let word: UInt

  /// - Parameter word: The word of an input of the same type.
  @inlinable
  @inline(__always)
  init(word: UInt) { self.word = word }

  init(_ box: Box<Value>) {
    word = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque()) | 1
  }

  /// - Parameter producer: A producer of this type, as the plan has proved.
  init(_ producer: AnyProducer) {
    guard let typed = producer as? Producer<Value> else {
      preconditionFailure("the plan gave a \(type(of: producer)) where a \(Value.self) is made")
    }
    word = UInt(bitPattern: Unmanaged.passUnretained(typed).toOpaque())
  }

  /// Returns the value, or a new one. Only the returned value is retained.
  ///
  /// Safe because a word is only made above, of objects of these exact types, and the container
  /// keeps them until it is deallocated (`Overrides.fillProducer`).
  @inlinable
  @inline(__always)
  func get(_ slots: GraphSlots) throws -> Value {
    if word & 1 == 1 {
      return Unmanaged<Box<Value>>.fromOpaque(pointer(word &- 1))._withUnsafeGuaranteedRef {
        $0.content
      }
    }
    return try make(slots)
  }

  /// Makes a new value; the input must be a producer.
  @inlinable
  @inline(__always)
  func make(_ slots: GraphSlots) throws -> Value {
    try Unmanaged<Producer<Value>>.fromOpaque(pointer(word))._withUnsafeGuaranteedRef {
      try $0.make(slots)
    }
  }

  /// Converts a word to a pointer. Safe because no word is 0: each is the address of an object.
  @inlinable
  @inline(__always)
  func pointer(_ word: UInt) -> UnsafeRawPointer {
    UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped
  }
}

/// Reads a producer's inputs in order, each as its parameter's type.
@usableFromInline
struct InputCursor {
  @usableFromInline var next: UnsafePointer<UInt>

  @inlinable
  init(_ producer: AnyProducer) { next = UnsafePointer(producer.inputs) }

  @inlinable
  @inline(__always)
  mutating func get<Value>(as type: Value.Type, _ slots: GraphSlots) throws -> Value {
    defer { next += 1 }
    return try ProducerInput<Value>(word: next.pointee).get(slots)
  }
}

/// An input before its type is known.
enum AnyProducerInput {
  case constant(SuppliedArgument)
  case fresh(AnyProducer)
}

extension Parameter {
  /// Returns an input's word for the parameter's type, and adds the object that it points to.
  func word(
    _ input: AnyProducerInput, _ site: ProducerSite, in parts: inout [any AnyObject & Sendable]
  ) -> UInt {
    switch input {
    case .constant(.absent) where signature.hasDefault:
      // A constant would be evaluated once for all products. Unlike a factory's function, this one
      // captures its parameter: an expression has no declaration that could be inlined.
      let producer = Producer<Value>([], site) { [signature] _, _ in signature.read(.absent) }
      parts.append(producer)
      return ProducerInput<Value>(producer).word
    case .constant(let argument):
      let box = Box(signature.read(argument))
      parts.append(box)
      return ProducerInput(box).word
    case .fresh(let producer): return ProducerInput<Value>(producer).word
    }
  }
}

/// The container and the service that a producer belongs to.
struct ProducerSite: Sendable {
  let index: Int
  /// Unowned because the container keeps its producers, and runs none while it is deallocated.
  unowned let container: Container

  /// Injects the properties of a product of a type not seen before, and notifies it.
  func finish(_ box: AnyBox) throws {
    let context = ResolutionContext(container, container.currentStore)
    try context.finish(box, index, container.wiring.services[index])
  }

  /// Adds the service to the path of an error.
  func failure(_ error: any Error) -> any Error {
    guard var failure = error as? ProducerFailure else {
      return ProducerFailure(path: [index], error: error)
    }
    failure.path.append(index)
    return failure
  }
}

/// An error that a factory threw, with the services on the path to it, innermost first.
struct ProducerFailure: Error {
  var path: [Int]
  let error: any Error
}
