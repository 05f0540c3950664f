public import CPatchbayRuntime
public import PatchbayDiagnostics

// A request with arguments calls the producer of a transient, too: it passes the address of the tuple
// of its arguments as the row.

extension CellContent {
  /// Makes a new instance of a transient that takes arguments.
  ///
  /// - Returns: `nil` if the cell has no such producer, or one that takes other arguments, and if
  ///   requests are nested so deeply that the slow path has to check them.
  @inlinable
  func make<First, each Rest>(
    in container: Container, _ first: First, _ rest: repeat each Rest
  ) throws(DiagnosticsError) -> Value? {
    guard takesArguments else { return nil }
    let producer = Unmanaged<Producer<Value>>.fromOpaque(
      UnsafeRawPointer(bitPattern: word &- 3).unsafelyUnwrapped)
    // A producer in such a cell has the types of its arguments.
    var next = producer._withUnsafeGuaranteedRef { $0.argumentTypes.unsafelyUnwrapped }
    guard next.pointee == UInt(bitPattern: ObjectIdentifier(First.self)) else { return nil }
    for type in repeat (each Rest).self {
      next += 1
      guard next.pointee == UInt(bitPattern: ObjectIdentifier(type)) else { return nil }
    }
    guard next[1] == 0, patchbay_enter() else { return nil }
    // The object in a cell lives as long as the container, which must not be released before.
    defer { withExtendedLifetime(container) { patchbay_leave() } }
    do {
      return try withUnsafePointer(to: (first, repeat each rest)) { arguments in
        // Nothing writes to the arguments.
        let row = SharedRow(UnsafeMutableRawPointer(mutating: arguments))
        return try producer._withUnsafeGuaranteedRef { try $0.make(row) }
      }
    } catch { throw container.transientFailure(error) }
  }
}

extension ServiceResolving {
  /// The container whose cells answer requests: itself, or that of an open scope.
  @inlinable var cellContainer: Container? {
    if let container = self as? Container { return container }
    guard let scope = self as? ServiceScope, !scope.store.isClosed else { return nil }
    return scope.container
  }
}

/// The arguments of a request, as a tuple of them is in memory: each after the one before it, at the
/// next address of its alignment.
struct ArgumentLayout {
  private(set) var types: [TypeName] = []
  /// Whether the layout of such a tuple is known: that of an empty element with an alignment is not.
  private(set) var isKnown = true
  private var byteCount = 0

  /// Adds an argument, and returns its offset.
  mutating func add<Value>(_ type: Value.Type) -> Int {
    let alignment = MemoryLayout<Value>.alignment
    let offset = (byteCount + alignment - 1) / alignment * alignment
    byteCount = offset + MemoryLayout<Value>.size
    types.append(TypeName(type))
    if MemoryLayout<Value>.size == 0, alignment > 1 { isKnown = false }
    return offset
  }
}

extension SharedRow {
  /// Returns the argument of a request at the offset that the producer has as its only input.
  func argument<Value>(of producer: AnyProducer) -> Value {
    // The request has compared the types, so the tuple has this layout.
    (bytes.unsafelyUnwrapped + Int(bitPattern: producer.inputs[0]))
      .assumingMemoryBound(to: Value.self).pointee
  }
}
