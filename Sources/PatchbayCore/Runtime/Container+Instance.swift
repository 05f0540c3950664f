import PatchbayDiagnostics

extension Container {
  /// Gives what a request for a service receives: the instance, or what stands before it.
  ///
  /// - Parameters:
  ///   - requester: the construction on whose behalf it is asked for; the task's own where the
  ///     caller has no other.
  ///   - region: where it is asked for: the container's own, or that of a running scope.
  func instance(
    _ index: Int,
    contract: Int,
    requester: Construction? = Construction.current,
    in region: Region
  ) throws(DiagnosticsError) -> AnyBox {
    let service = BoundService(index: index, contract: contract)
    guard overlays.mayConcern(index), let stack = overlays.table?.stack(for: service) else {
      return try original(index, contract: contract, requester: requester, in: region)
    }
    try refuseClosed(region)
    var box: AnyBox
    if let replacement = stack.replacement {
      box = replacement
    } else {
      box = try original(index, contract: contract, requester: requester, in: region)
    }
    for overlay in stack.callbacks {
      box = try overlay.apply(to: box, wiring.secrets) { way(to: index, requester) }
    }
    return box
  }

  /// Who asked for a service on whose behalf, for the message of a failure.
  private func way(to index: Int, _ requester: Construction?) -> [Diagnostic.ResolutionStep] {
    let constructions = requester.map { $0.requesters + [$0] } ?? []
    let binding = wiring.bindings[index]
    return constructions.map { .init($0.key, $0.place) } + [.init(binding.key, binding.place)]
  }
}
