/// A way to make a fresh product that knows all types: what is behind a transient's cell.
///
/// It is put together for one container, when a request has gone the whole way: the singletons among
/// its inputs are there by then, and stand in it as they are.
///
/// `@unchecked` because a class that can be inherited from cannot be checked, and a closure that is
/// not marked `@Sendable` neither. It is right: the one subclass is ``Producer``, which holds a `let`;
/// its closure is always one of this library's, over a factory's `@Sendable` closure and over values
/// and producers that any thread may have.
@usableFromInline
class AnyProducer: @unchecked Sendable {
  @usableFromInline init() {}
}

@usableFromInline
final class Producer<Product>: AnyProducer, @unchecked Sendable {
  /// Makes a product, with what one request shares.
  @usableFromInline let make: (SharedRow) throws -> Product

  @inlinable
  init(_ make: @escaping (SharedRow) throws -> Product) { self.make = make }

  /// The same product, as another type.
  @inlinable
  convenience init<Source>(_ source: AnyProducer, view: @escaping (Source) -> Product) {
    let source = ProducerReference<Source>(source)
    self.init { view(try source.make($0)) }
  }

  /// One product for all that a request gives it to, by the scope `graph`.
  @inlinable
  convenience init(sharing source: AnyProducer, at place: Int) {
    let source = ProducerReference<Product>(source)
    self.init { row in
      if let box = row[place] {
        return box._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Box<Product>.self).content }
      }
      let product = try source.make(row)
      row[place] = .passRetained(Box(product))
      return product
    }
  }
}

/// What one request shares: a box for each `graph` service that it gives to several.
@usableFromInline
struct SharedRow {
  /// Nil where nothing is shared, and then nobody asks.
  @usableFromInline let places: UnsafeMutablePointer<Unmanaged<AnyBox>?>?

  @inlinable
  init(_ places: UnsafeMutablePointer<Unmanaged<AnyBox>?>?) { self.places = places }

  @inlinable static var none: SharedRow { SharedRow(nil) }

  @inlinable
  subscript(place: Int) -> Unmanaged<AnyBox>? {
    get { places?[place] }
    nonmutating set { places?[place] = newValue }
  }
}

/// A producer that another one is made of, without a retain for each call.
///
/// Right, as a container keeps every producer until it goes (`FreshProducers`).
@usableFromInline
struct ProducerReference<Product> {
  @usableFromInline let producer: Unmanaged<Producer<Product>>

  /// - Parameter producer: one of this type, as the plan has proved.
  @inlinable
  init(_ producer: AnyProducer) {
    guard let typed = producer as? Producer<Product> else {
      preconditionFailure("the plan gave a \(type(of: producer)) where a \(Product.self) is made")
    }
    self.producer = .passUnretained(typed)
  }

  @inlinable
  @inline(__always)
  func make(_ row: SharedRow) throws -> Product {
    try producer._withUnsafeGuaranteedRef { try $0.make(row) }
  }
}

/// What a producer's closure is given for one parameter.
@usableFromInline
enum ProducerInput<Value> {
  case constant(Value)
  case fresh(ProducerReference<Value>)

  @inlinable
  @inline(__always)
  func get(_ row: SharedRow) throws -> Value {
    switch self {
    case .constant(let value): value
    case .fresh(let producer): try producer.make(row)
    }
  }
}

/// The same before its type is known.
@usableFromInline
struct AnyProducerInput {
  enum Content {
    case constant(SuppliedArgument)
    case fresh(AnyProducer)
  }

  let content: Content

  static func constant(_ argument: SuppliedArgument) -> Self { Self(content: .constant(argument)) }
  static func fresh(_ producer: AnyProducer) -> Self { Self(content: .fresh(producer)) }
}

extension Parameter {
  @usableFromInline
  func input(_ input: AnyProducerInput) -> ProducerInput<Value> {
    switch input.content {
    case .constant(let argument): .constant(read(argument))
    case .fresh(let producer): .fresh(ProducerReference(producer))
    }
  }
}

/// Hands out the inputs in the order of the parameters.
@usableFromInline
struct ProducerInputs {
  private let inputs: [AnyProducerInput]
  private var position = 0

  init(_ inputs: [AnyProducerInput]) { self.inputs = inputs }

  @usableFromInline
  mutating func next() -> AnyProducerInput {
    defer { position += 1 }
    return inputs[position]
  }
}

/// What a factory threw, and the bindings on the way to it, innermost first.
struct ProducerFailure: Error {
  var path: [Int]
  let error: any Error
}

extension ProducerSite {
  /// Adds the binding to the way of an error.
  @usableFromInline
  func failure(_ error: any Error) -> any Error {
    guard var failure = error as? ProducerFailure else {
      return ProducerFailure(path: [index], error: error)
    }
    failure.path.append(index)
    return failure
  }
}
