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
    guard request.overlays != nil || wiring.bindings[need].inherited != nil else { return false }
    return binding.uses(of: need).allSatisfy { use in
      if request.overlays?.stack(for: use)?.replacement != nil { return true }
      var next = above(use)
      while let (container, service) = next {
        if container.overlays.stack(for: service)?.replacement != nil { return true }
        next = container.above(service)
      }
      return false
    }
  }

  /// The overlay that was put on last: before this container's service, or before its parent's.
  func lastOverlay(over index: Int) -> Overlay? {
    var next: (container: Container, service: BoundService)? = (
      self, BoundService(index: index, contract: 0)
    )
    while let (container, service) = next {
      if let overlay = container.overlays.table?.last(of: service.index) { return overlay }
      next = container.above(service)
    }
    return nil
  }
}
