import PatchbayDiagnostics

extension ResolutionContext {
  /// Returns the context in which the parent builds a required service; nil for a service that this
  /// container creates itself.
  ///
  /// Services that parents share are created before any gate of this container is held. The
  /// exception is an override that is added, or a weak instance that is released, meanwhile; a
  /// caller that waits then is in the ``WaitGraph`` too.
  ///
  /// - Throws: `limit-exceeded` if too many containers are nested: each may need a service of its
  ///   own parent in turn, which takes a level of the stack.
  func above(
    _ creation: DependencyWalk.Creation
  ) throws(DiagnosticsError) -> (owner: ResolutionContext, index: Int)? {
    guard let index = creation.inherited, let parent = container.parent else { return nil }
    let (owner, service) = parent.owner(of: BoundService(index: index, contract: 0))
    if container.generation > Self.safeGenerations, !hasStackSpace() {
      let binding = owner.wiring.binding(of: service.index)
      throw binding.diagnostic(
        .limitExceeded,
        "`\(binding.key)` is looked for in \(container.generation) containers behind each other, too "
          + "many for the stack of this thread",
        "defined here"
      )
      .fix("ask on a thread with a larger stack, or put fewer containers behind each other")
      .asError()
    }
    return (ResolutionContext(owner, owner.currentStore, requester: requester), service.index)
  }

  /// Converts a child's request to one of this container.
  func request(
    from request: Request, _ child: Container, _ path: ArraySlice<DependencyWalk.Step>
  ) -> Request {
    Request(
      requester: requester,
      overrides: container.overrides.table,
      children: request.children + [(child.wiring, path)]
    )
  }

  /// Every thread's stack has room for this many nested containers.
  private static var safeGenerations: Int { 8 }
}
