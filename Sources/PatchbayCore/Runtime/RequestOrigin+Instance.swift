import PatchbayDiagnostics

extension RequestOrigin {
  /// Gives what a request for a service receives: the instance, or what stands before it.
  ///
  /// - Parameter arguments: what the request gives to the service's own factory.
  func instance(
    _ index: Int,
    contract: Int,
    arguments: [any Sendable] = []
  ) throws(DiagnosticsError) -> AnyBox {
    guard let stack = overlays(over: index, contract) else {
      return try original(index, contract: contract, arguments: arguments)
    }
    try refuseClosed()
    let box: AnyBox
    if let replacement = stack.replacement {
      box = replacement
    } else {
      box = try original(index, contract: contract, arguments: arguments)
    }
    return try overlaid(box, by: stack, index)
  }

  /// As ``instance(_:contract:arguments:)``, for a caller that can wait.
  func awaitedInstance(
    _ index: Int,
    contract: Int,
    arguments: [any Sendable] = []
  ) async throws(DiagnosticsError) -> AnyBox {
    guard let stack = overlays(over: index, contract) else {
      return try await awaitedOriginal(index, contract: contract, arguments: arguments)
    }
    try refuseClosed()
    let box: AnyBox
    if let replacement = stack.replacement {
      box = replacement
    } else {
      box = try await awaitedOriginal(index, contract: contract, arguments: arguments)
    }
    return try overlaid(box, by: stack, index)
  }

  private func overlays(over index: Int, _ contract: Int) -> OverlayStack? {
    guard container.overlays.mayConcern(index) else { return nil }
    return container.overlays.table?.stack(for: BoundService(index: index, contract: contract))
  }

  private func overlaid(
    _ box: AnyBox,
    by stack: OverlayStack,
    _ index: Int
  ) throws(DiagnosticsError) -> AnyBox {
    var box = box
    for overlay in stack.callbacks {
      box = try overlay.apply(to: box, wiring.secrets) {
        requests([]) + [.init(wiring.bindings[index].key, wiring.bindings[index].place)]
      }
    }
    return box
  }
}
