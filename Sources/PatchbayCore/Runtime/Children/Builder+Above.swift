import PatchbayDiagnostics

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
  func above(_ ready: Step) throws(DiagnosticsError) -> (builder: Builder, index: Int)? {
    let container = context.container
    guard !ready.binding.isPlain,
      let (parent, service) = container.above(BoundService(index: ready.index, contract: 0))
    else { return nil }
    let (owner, owned) = parent.owner(of: service)
    if container.generation > Self.safeGenerations, !hasStackSpace() {
      let binding = owner.wiring.bindings[owned.index]
      throw binding.diagnostic(
        .limitExceeded,
        "`\(binding.key)` is looked for in \(container.generation) containers behind each other, too "
          + "many for the stack of this thread",
        "defined here"
      )
      .fix("ask on a thread with a larger stack, or put fewer containers behind each other")
      .asError()
    }
    let request = Request(
      overrides: owner.overrides.table,
      children: (request?.children ?? []) + [(wiring, path)])
    let above = ResolutionContext(owner, owner.currentStore, requester: context.requester)
    return (Builder(context: above, request: request), owned.index)
  }

  /// Every thread's stack has room for this many nested containers.
  private static var safeGenerations: Int { 8 }
}
