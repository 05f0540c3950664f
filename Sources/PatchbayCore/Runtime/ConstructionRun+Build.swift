import PatchbayDiagnostics

extension ConstructionRun {
  /// Builds a shared member.
  mutating func build(_ index: Int) throws(DiagnosticsError) { add(index, try make(index)) }

  /// Sets the properties that close a cycle.
  mutating func setDelayedProperties() throws(DiagnosticsError) {
    var members: [(binding: Binding, box: AnyBox)] = []
    while let frame = nextDelayed() {
      members.append((wiring.bindings[frame.service.index], try run(frame)))
    }
    // In the order of their construction, and only when all of them are complete.
    for member in members.reversed() { try notify(member.binding, member.box) }
  }

  /// Calls a binding's factory, after those of its transient dependencies.
  mutating func make(_ index: Int, given: [AnyBox] = []) throws(DiagnosticsError) -> AnyBox {
    try run(ArgumentFrame(BoundService(index: index, contract: 0), given: given))
  }

  private mutating func run(_ root: ArgumentFrame) throws(DiagnosticsError) -> AnyBox {
    begin(root)
    while true {
      let call = try nextCall()
      let box = try perform(call)
      if makesWhole(call) { try notify(call.binding, box) }
      if let whole = try accept(box) { return whole }
    }
  }

  private func perform(_ call: Call) throws(DiagnosticsError) -> AnyBox {
    switch call {
    case .factory(let binding, let arguments):
      try refuseLive(binding)
      guard case .immediate(let make) = binding.entry.maker else {
        throw binding.needsAwait(requests.dropLast())
      }
      let box: AnyBox
      do { box = try make(arguments) } catch { throw failure(binding, error) }
      try fill(binding, box)
      return box
    case .inherited(_, let context, let service):
      return try context.instance(service.index, contract: service.contract)
    case .properties(let binding, var box, let arguments):
      for (property, argument) in zip(binding.properties, arguments) {
        guard case .immediate(let set) = property.property.setter else {
          throw binding.needsAwait(requests.dropLast())
        }
        box = set(box, argument)
      }
      return box
    }
  }
}
