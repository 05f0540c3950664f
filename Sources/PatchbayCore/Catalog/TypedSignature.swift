/// The signature of a parameter of one type, which reads its argument.
///
/// A factory's closure keeps its parameters as signatures. In a tuple, their types are looked up by the
/// runtime at each call, for 700 instructions where there is one parameter.
///
/// `@unchecked` as its superclass is: it adds one constant, a closure that is `Sendable`.
final class TypedSignature<Value>: ParameterSignature, @unchecked Sendable {
  /// Returns the value of an argument; nil for the content of its box.
  private let convert: (@Sendable (SuppliedArgument) -> Value)?

  init(
    _ name: String, _ kind: ParameterKind, contract: Any.Type, _ rules: Rules,
    _ convert: (@Sendable (SuppliedArgument) -> Value)?
  ) {
    self.convert = convert
    super.init(name, kind, TypeName(Value.self), contract: TypeName(contract), rules)
  }

  /// Returns the value of an argument.
  func read(_ argument: SuppliedArgument) -> Value {
    if let convert { return convert(argument) }
    return argument.box.content()
  }

  override func box(of argument: SuppliedArgument) -> AnyBox {
    if let convert { return Box(convert(argument)) }
    return argument.box
  }
}

extension [ParameterSignature] {
  /// Creates the signatures of a pack of parameters, in order.
  init<each Value>(of parameters: repeat Parameter<each Value>) {
    self.init()
    for parameter in repeat each parameters { append(parameter.signature) }
  }

  /// Returns the argument at a position, and moves on to the next; `type` is that of the parameter.
  func read<Value>(
    _ arguments: [SuppliedArgument], _ position: inout Int, as type: Value.Type
  ) -> Value {
    defer { position += 1 }
    // Safe because the signatures and the types are of the same pack.
    return unsafeDowncast(self[position], to: TypedSignature<Value>.self)
      .read(arguments[position])
  }
}
