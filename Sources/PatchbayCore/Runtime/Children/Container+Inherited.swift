import PatchbayDiagnostics

extension Container {
  /// Where a service that this container has from its parent is to be asked for; nil for its own.
  func above(_ service: BoundService) -> (container: Container, service: BoundService)? {
    // Only a plan with a parent has inherited services, and its container has a parent too.
    guard let inherited = wiring.bindings[service.index].inherited, let parent else { return nil }
    return (parent, BoundService(index: inherited.index, contract: service.contract))
  }

  /// Whether a binding gets something else in place of a need, here or from a parent, so that the need
  /// must not be built.
  func isHidden(_ need: Int, from binding: Binding, _ request: Request) -> Bool {
    guard request.overrides != nil || wiring.bindings[need].inherited != nil else { return false }
    return binding.uses(of: need).allSatisfy { use in
      if request.overrides?.stack(for: use)?.replacement != nil { return true }
      var next = above(use)
      while let (container, service) = next {
        if container.overrides.stack(for: service)?.replacement != nil { return true }
        next = container.above(service)
      }
      return false
    }
  }

  /// The override that was put on last: before this container's service, or before its parent's.
  func lastOverride(over index: Int) -> Override? {
    var next: (container: Container, service: BoundService)? = (
      self, BoundService(index: index, contract: 0)
    )
    while let (container, service) = next {
      if let override = container.overrides.table?.last(of: service.index) { return override }
      next = container.above(service)
    }
    return nil
  }
}
