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
/// Right, as a container keeps every producer until it goes (`Overlays.fillFresh`).
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

/// What a producer's closure is given for one parameter: a box with a value that stays, or a producer.
///
/// One word, whatever the type: copying an enum of a generic payload asks the runtime for metadata,
/// which was half of what a tree of five objects cost.
@usableFromInline
struct ProducerInput<Value> {
  /// The address of a ``Box`` with the lowest bit set, or of a ``Producer``; the container keeps both.
  @usableFromInline let word: UInt

  init(_ box: Box<Value>) {
    word = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque()) | 1
  }

  init(_ producer: ProducerReference<Value>) {
    word = UInt(bitPattern: producer.producer.toOpaque())
  }

  @inlinable
  @inline(__always)
  func get(_ row: SharedRow) throws -> Value {
    // Right, as a word is only made above, of objects of these very types that are still kept.
    if word & 1 == 1, let box = UnsafeRawPointer(bitPattern: word & ~1) {
      return Unmanaged<Box<Value>>.fromOpaque(box)._withUnsafeGuaranteedRef { $0.content }
    }
    let producer = UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped
    return try Unmanaged<Producer<Value>>.fromOpaque(producer)._withUnsafeGuaranteedRef {
      try $0.make(row)
    }
  }
}

/// The same before its type is known.
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
  /// The next input, as the parameter's type.
  @usableFromInline
  func input(_ inputs: ProducerInputs) -> ProducerInput<Value> {
    switch inputs.next().content {
    case .constant(let argument): ProducerInput(inputs.keep(Box(read(argument))))
    case .fresh(let producer): ProducerInput(ProducerReference(producer))
    }
  }
}

/// Hands out the inputs in the order of the parameters, while one producer is put together.
@usableFromInline
final class ProducerInputs {
  private let inputs: [AnyProducerInput]
  private var position = 0
  /// What the inputs point to, for the container to keep.
  private(set) var kept: [AnyBox] = []

  init(_ inputs: [AnyProducerInput]) { self.inputs = inputs }

  func next() -> AnyProducerInput {
    defer { position += 1 }
    return inputs[position]
  }

  func keep<Value>(_ box: Box<Value>) -> Box<Value> {
    kept.append(box)
    return box
  }
}
