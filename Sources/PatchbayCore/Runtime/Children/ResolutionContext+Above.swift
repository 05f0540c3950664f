import PatchbayDiagnostics

extension ResolutionContext {
  /// From where the parent that builds it is asked for a service that has to be there; nil for what
  /// this container creates itself.
  ///
  /// What parents share is created before any gate of this container is held. An override that comes or
  /// a weak instance that goes meanwhile is the exception, and who waits then is in the ``WaitGraph``
  /// too.
  ///
  /// - Throws: `limit-exceeded` where too many containers stand behind each other: each may need
  ///   something of its own parent in turn, which takes a level of the stack.
  func above(
    _ creation: DependencyWalk.Creation
  ) throws(DiagnosticsError) -> (owner: ResolutionContext, index: Int)? {
    guard let index = creation.inherited, var owner = container.parent else { return nil }
    var service = BoundService(index: index, contract: 0)
    while let (parent, above) = owner.above(service) { (owner, service) = (parent, above) }
    if container.generation > Self.safeGenerations, !hasStackSpace() {
      throw tooManyParents(owner.wiring.bindings[service.index], container.generation)
    }
    return (ResolutionContext(owner, owner.currentStore, requester: requester), service.index)
  }

  /// A request of a child, as this container's own.
  func request(
    from request: Request,
    _ child: Container,
    _ path: ArraySlice<DependencyWalk.Step>
  ) -> Request {
    Request(
      requester: requester,
      overrides: container.overrides.table,
      children: request.children + [(child.wiring, path)]
    )
  }

  /// No thread is too small for this many containers behind each other.
  private static var safeGenerations: Int { 8 }
}
