import PatchbayDiagnostics

// As `Assembly+Build`, for what `async` and main-actor factories build.
extension Assembly {
  mutating func awaitedBuild(_ index: Int) async throws(DiagnosticsError) {
    keep(index, try await awaitedMake(index))
  }

  mutating func awaitDelayedProperties() async throws(DiagnosticsError) {
    while let frame = nextDelayed() { _ = try await run(frame) }
  }

  mutating func awaitedMake(
    _ index: Int,
    given: [AnyBox] = []
  ) async throws(DiagnosticsError) -> AnyBox {
    try await run(ArgumentFrame(BoundService(index: index, contract: 0), given: given))
  }

  private mutating func run(_ root: ArgumentFrame) async throws(DiagnosticsError) -> AnyBox {
    begin(root)
    while true {
      let call = try nextCall()
      let box = try await perform(call)
      if let whole = try accept(box) { return whole }
    }
  }

  private func perform(_ call: Call) async throws(DiagnosticsError) -> AnyBox {
    switch call {
    case .factory(let binding, let arguments):
      try refuseLive(binding)
      do {
        switch binding.entry.maker {
        case .immediate(let make): return try make(arguments)
        case .awaited(let make): return try await make(arguments)
        }
      } catch { throw failure(binding, error) }
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
