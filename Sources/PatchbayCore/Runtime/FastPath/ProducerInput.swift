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
  func get(_ row: SharedRow) throws -> Value {
    if word & 1 == 1 {
      return Unmanaged<Box<Value>>.fromOpaque(pointer(word &- 1))._withUnsafeGuaranteedRef {
        $0.content
      }
    }
    return try make(row)
  }

  /// Makes a new value; the input must be a producer.
  @inlinable
  @inline(__always)
  func make(_ row: SharedRow) throws -> Value {
    try Unmanaged<Producer<Value>>.fromOpaque(pointer(word))._withUnsafeGuaranteedRef {
      try $0.make(row)
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
  mutating func get<Value>(as type: Value.Type, _ row: SharedRow) throws -> Value {
    defer { next += 1 }
    return try ProducerInput<Value>(word: next.pointee).get(row)
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
