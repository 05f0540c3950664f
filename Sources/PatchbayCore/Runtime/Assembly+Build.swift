import PatchbayDiagnostics

extension Assembly {
  /// Builds a shared member.
  mutating func build(_ index: Int) throws(DiagnosticsError) { keep(index, try make(index)) }

  /// Sets the properties that close a cycle.
  mutating func setDelayedProperties() throws(DiagnosticsError) {
    while let frame = nextDelayed() { _ = try run(frame) }
  }

  /// Calls a binding's factory, and before it those of the transients that it is given.
  mutating func make(_ index: Int, given: [AnyBox] = []) throws(DiagnosticsError) -> AnyBox {
    try run(ArgumentFrame(BoundService(index: index, contract: 0), given: given))
  }

  private mutating func run(_ root: ArgumentFrame) throws(DiagnosticsError) -> AnyBox {
    begin(root)
    while true {
      let call = try nextCall()
      let box = try perform(call)
      if let whole = try accept(box) { return whole }
    }
  }

  private func perform(_ call: Call) throws(DiagnosticsError) -> AnyBox {
    switch call {
    case .factory(let binding, let arguments):
      try refuseLive(binding)
      guard case .immediate(let make) = binding.entry.maker else {
        throw needsAwait(binding, requests.dropLast())
      }
      do {
        return try make(arguments)
      } catch { throw failure(binding, error) }
    case .properties(let binding, var box, let arguments):
      for (property, argument) in zip(binding.properties, arguments) {
        guard case .immediate(let set) = property.property.setter else {
          throw needsAwait(binding, requests.dropLast())
        }
        box = set(box, argument)
      }
      return box
    }
  }
}
