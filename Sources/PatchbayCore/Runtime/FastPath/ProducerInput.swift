/// What a producer is given for one parameter: a box with a value that stays, or another producer.
///
/// One word, whatever the type: copying an enum of a generic payload asks the runtime for metadata,
/// which was half of what a tree of five objects cost.
@usableFromInline
struct ProducerInput<Value> {
  /// The address of a ``Box`` with the lowest bit set, or of a ``Producer``; the container keeps both.
  @usableFromInline let word: UInt

  /// - Parameter word: Of an input of this very type.
  @inlinable
  @inline(__always)
  init(word: UInt) { self.word = word }

  init(_ box: Box<Value>) {
    word = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque()) | 1
  }

  /// - Parameter producer: One of this type, as the plan has proved.
  init(_ producer: AnyProducer) {
    guard let typed = producer as? Producer<Value> else {
      preconditionFailure("the plan gave a \(type(of: producer)) where a \(Value.self) is made")
    }
    word = UInt(bitPattern: Unmanaged.passUnretained(typed).toOpaque())
  }

  /// The value, or a fresh one. Nothing is retained but what is given.
  ///
  /// Right, as a word is only made above, of objects of these very types, and a container keeps them
  /// until it goes (`Overrides.fillTransient`).
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

  /// A fresh value, where the input is known to be a producer.
  @inlinable
  @inline(__always)
  func make(_ row: SharedRow) throws -> Value {
    try Unmanaged<Producer<Value>>.fromOpaque(pointer(word))._withUnsafeGuaranteedRef {
      try $0.make(row)
    }
  }

  /// No word is 0: it was the address of an object.
  @inlinable
  @inline(__always)
  func pointer(_ word: UInt) -> UnsafeRawPointer {
    UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped
  }
}

/// Reads a producer's inputs in their order, each as its parameter's type.
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
  /// An input, as the parameter's type. The container must keep the objects that are added to
  /// `kept`: inputs point to them.
  func word(_ input: AnyProducerInput, keptIn kept: inout [any AnyObject & Sendable]) -> UInt {
    switch input {
    case .constant(let argument):
      let box = Box(read(argument))
      kept.append(box)
      return ProducerInput(box).word
    case .fresh(let producer): return ProducerInput<Value>(producer).word
    }
  }
}
