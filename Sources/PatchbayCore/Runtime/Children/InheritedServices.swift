import PatchbayDiagnostics

extension Container {
  /// Returns the parent and its service for an inherited service; nil for the container's own.
  func inParent(_ service: BoundService) -> (container: Container, service: BoundService)? {
    // Only a plan with a parent has inherited services, and its container has a parent too.
    guard let index = wiring.parentIndex(of: service.index), let parent else { return nil }
    return (parent, BoundService(index: index, contract: service.contract))
  }

  /// Returns the container and a service of it, then each parent and the service there that it inherits.
  private func lineage(
    of service: BoundService
  ) -> UnfoldFirstSequence<(container: Container, service: BoundService)> {
    sequence(first: (self, service)) { $0.container.inParent($0.service) }
  }

  /// Returns the container that has a service itself, and the service there.
  func owner(of service: BoundService) -> (container: Container, service: BoundService) {
    var owner = (container: self, service: service)
    while let next = owner.container.inParent(owner.service) { owner = next }
    return owner
  }

  /// Whether an override replaces a dependency of a service, here or in a parent, so that the
  /// dependency must not be built.
  func isReplaced(_ need: Int, from planned: PlannedService, _ request: Request?) -> Bool {
    guard request?.overrides != nil || wiring.services[need].inherited != nil else { return false }
    return planned.uses(of: need).allSatisfy { use in
      if request?.overrides?.stack(for: use)?.replacement != nil { return true }
      return lineage(of: use).dropFirst().contains {
        $0.container.overrides.stack(for: $0.service)?.replacement != nil
      }
    }
  }

  /// Returns the most recent override of this container's service, or else of its parent's.
  func lastOverride(over index: Int) -> Override? {
    for (container, service) in lineage(of: BoundService(index: index)) {
      if let override = container.overrides.table?.last(of: service.index) { return override }
    }
    return nil
  }
}

extension Builder {
  /// Returns the builder of the parent for a service that is needed of it; nil for a service that this container
  /// creates itself.
  ///
  /// Services that parents share are created before any claim of this container is held. The
  /// exception is an override that is added, or a weak instance that is released, meanwhile; a
  /// caller that waits then is in the ``WaitGraph`` too.
  ///
  /// - Throws: `limit-exceeded` if too many containers are nested: each may need a service of its
  ///   own parent in turn, which takes a level of the stack.
  func parentBuilder(of ready: Step) throws(DiagnosticsError) -> (builder: Builder, index: Int)? {
    let container = context.container
    guard ready.planned.form == .assembled,
      let (parent, service) = container.inParent(BoundService(index: ready.index))
    else { return nil }
    let (owner, owned) = parent.owner(of: service)
    if container.generation > Self.safeGenerations, !hasStackSpace() {
      let planned = owner.wiring.services[owned.index]
      throw planned.diagnostic(
        .limitExceeded,
        "`\(planned.key)` is looked up through \(container.generation) nested containers, too "
          + "many for the stack of this thread",
        "defined here"
      )
      .fix("ask on a thread with a larger stack, or nest fewer containers")
      .asError()
    }
    let request = Request(
      overrides: owner.overrides.table,
      children: (request?.children ?? []) + [(wiring, path)])
    let asked = ResolutionContext(owner, owner.currentStore, requester: context.requester)
    return (Builder(context: asked, request: request), owned.index)
  }

  /// Every thread's stack has room for this many nested containers.
  private static var safeGenerations: Int { 8 }
}
