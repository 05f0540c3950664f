import PatchbayDiagnostics

// The asynchronous counterpart of `ConstructionRun+Build`, for `async` and main-actor factories.
extension ConstructionRun {
  mutating func awaitedBuild(_ index: Int) async throws(DiagnosticsError) {
    add(index, try await awaitedMake(index))
  }

  mutating func awaitDelayedProperties() async throws(DiagnosticsError) {
    var members: [(binding: Binding, box: AnyBox)] = []
    while let frame = nextDelayed() {
      members.append((wiring.bindings[frame.service.index], try await run(frame)))
    }
    // In the order of their construction, and only when all of them are complete.
    for member in members.reversed() { try await notifyAwaiting(member.binding, member.box) }
  }

  mutating func awaitedMake(
    _ index: Int, given: [AnyBox] = []
  ) async throws(DiagnosticsError) -> AnyBox {
    try await run(ArgumentFrame(BoundService(index: index, contract: 0), given: given))
  }

  private mutating func run(_ root: ArgumentFrame) async throws(DiagnosticsError) -> AnyBox {
    begin(root)
    while true {
      let call = try nextCall()
      let box = try await perform(call)
      if makesWhole(call) { try await notifyAwaiting(call.binding, box) }
      if let whole = try accept(box) { return whole }
    }
  }

  private func perform(_ call: Call) async throws(DiagnosticsError) -> AnyBox {
    switch call {
    case .factory(let binding, let arguments):
      try refuseLive(binding)
      let box: AnyBox
      do {
        switch binding.entry.maker {
        case .immediate(let make): box = try make(arguments)
        case .awaited(let make): box = try await make(arguments)
        }
      } catch { throw failure(binding, error) }
      try await fillAwaiting(binding, box)
      return box
    case .inherited(_, let context, let service):
      return try await context.awaitedInstance(service.index, contract: service.contract)
    case .properties(let binding, var box, let arguments):
      for (property, argument) in zip(binding.properties, arguments) {
        switch property.property.setter {
        case .immediate(let set): box = set(box, argument)
        case .awaited(let set): box = await set(box, argument)
        }
      }
      return box
    }
  }
}
