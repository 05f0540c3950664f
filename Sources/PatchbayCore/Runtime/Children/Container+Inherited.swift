import PatchbayDiagnostics

extension Container {
  /// Returns the parent and its binding for an inherited service; nil for the container's own.
  func above(_ service: BoundService) -> (container: Container, service: BoundService)? {
    // Only a plan with a parent has inherited services, and its container has a parent too.
    guard let index = wiring.parentIndex(of: service.index), let parent else { return nil }
    return (parent, BoundService(index: index, contract: service.contract))
  }

  /// Returns the container that has a service itself, and its binding there.
  func owner(of service: BoundService) -> (container: Container, service: BoundService) {
    var owner = (container: self, service: service)
    while let above = owner.container.above(owner.service) { owner = above }
    return owner
  }

  /// Whether an override replaces a dependency of a binding, here or in a parent, so that the
  /// dependency must not be built.
  func isHidden(_ need: Int, from binding: Binding, _ request: Request?) -> Bool {
    guard request?.overrides != nil || wiring.bindings[need].inherited != nil else { return false }
    return binding.uses(of: need).allSatisfy { use in
      if request?.overrides?.stack(for: use)?.replacement != nil { return true }
      var next = above(use)
      while let (container, service) = next {
        if container.overrides.stack(for: service)?.replacement != nil { return true }
        next = container.above(service)
      }
      return false
    }
  }

  /// Returns the most recent override of this container's service, or else of its parent's.
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
