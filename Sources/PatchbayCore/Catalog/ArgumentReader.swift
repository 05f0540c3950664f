/// A factory's parameter without its type, which reads an argument.
///
/// A factory's closure keeps its parameters as these. In a tuple, their types are looked up by the runtime
/// at each call, for 700 instructions where there is one parameter.
///
/// `@unchecked` because a class with subclasses cannot be checked. Safe because the one subclass is
/// ``TypedArgumentReader``, which only adds a `let`.
class ArgumentReader: @unchecked Sendable {
  /// Returns the readers of a pack of parameters, in order.
  static func all<each Value>(_ parameters: repeat Parameter<each Value>) -> [ArgumentReader] {
    var readers: [ArgumentReader] = []
    for parameter in repeat each parameters { readers.append(TypedArgumentReader(parameter.read)) }
    return readers
  }
}

/// The reader of a parameter of one type.
final class TypedArgumentReader<Value>: ArgumentReader, @unchecked Sendable {
  let read: @Sendable (SuppliedArgument) -> Value

  init(_ read: @escaping @Sendable (SuppliedArgument) -> Value) { self.read = read }
}

extension [ArgumentReader] {
  /// Returns the argument at a position, and moves on to the next; `type` is that of the parameter.
  func read<Value>(
    _ arguments: [SuppliedArgument], _ position: inout Int, as type: Value.Type
  ) -> Value {
    defer { position += 1 }
    // Safe because the readers and the types are of the same pack.
    return unsafeDowncast(self[position], to: TypedArgumentReader<Value>.self)
      .read(arguments[position])
  }
}
