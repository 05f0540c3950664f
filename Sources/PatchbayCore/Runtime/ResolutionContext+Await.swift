import PatchbayDiagnostics

// The asynchronous counterpart of `ResolutionContext+Build`.
extension ResolutionContext {
  /// Returns an instance of a binding as one of its contracts, ignoring overrides, and builds and
  /// awaits the services that are missing for it.
  func awaitedOriginal(
    _ index: Int, contract: Int, arguments: [AnyBox] = []
  ) async throws(DiagnosticsError) -> AnyBox {
    try refuseClosed()
    let given = try accepted(arguments, by: index)
    let service = BoundService(index: index, contract: contract)
    if let box = store.instance(service) ?? graph?.product(index, in: wiring)?[contract] {
      return box
    }
    var request = Request(requester: requester, overrides: container.overrides.table)
    try await awaitPreparation(index, &request)
    // Its own factory, or another thread, may have stopped the container meanwhile.
    try refuseClosed()
    if let box = request.instance(service, in: store) { return box }
    let binding = wiring.bindings[index]
    let construction = Construction(index, in: store, requester: requester, graph: graph)
    let wait = WaitGraph.enter(construction, requester: requester)
    defer {
      construction.finish()
      WaitGraph.leave(wait)
    }
    try construction.refuseTooDeep()
    let found = request
    return try await construction.performAwaiting(in: nil) { () async throws(DiagnosticsError) in
      var run = constructionRun(construction, found)
      do throws(DiagnosticsError) {
        let box = try await run.awaitedMake(index, given: given)
        try await run.awaitDelayedProperties()
        return binding.view(box, as: contract)
      } catch {
        run.takeBackHalfBuilt()
        throw error
      }
    }
  }

  /// Does the same as ``prepare(_:_:)``, for asynchronous callers.
  private func awaitPreparation(
    _ index: Int, _ request: inout Request
  ) async throws(DiagnosticsError) {
    var walk = DependencyWalk(to: index, from: self)
    while let creation = try walk.next(&request) {
      if let (owner, inherited) = try above(creation) {
        var inner = owner.request(from: request, container, creation.path)
        try await owner.awaitPreparation(inherited, &inner)
        request.hold(inner)
      } else if creation.isAwaited {
        try await awaitCreation(creation, &request)
      } else if isNotifiedElsewhere(creation) {
        request = try await createOnMainActor(creation, request)
      } else {
        try create(creation, &request)
      }
    }
  }

  /// Whether an instance that the program handed in has to be notified on another actor.
  private func isNotifiedElsewhere(_ creation: DependencyWalk.Creation) -> Bool {
    creation.members.contains { wiring.bindings[$0].entry.handedIn?.isNotifiedElsewhere() ?? false }
  }

  /// Does the same as ``create(_:_:)``, on the main actor.
  @MainActor
  private func createOnMainActor(
    _ creation: DependencyWalk.Creation, _ request: Request
  ) throws(DiagnosticsError) -> Request {
    var request = request
    try create(creation, &request)
    return request
  }

  private func awaitCreation(
    _ creation: DependencyWalk.Creation, _ request: inout Request
  ) async throws(DiagnosticsError) {
    let members = creation.members
    while let (missing, home) = creation.missing(&request) {
      guard let wait = try claim(missing, in: home) else { continue }
      defer { WaitGraph.leave(wait) }
      let construction = wait.construction
      let found = request
      let outcome = await construction.outcome { () async in
        let outcome: Construction.Outcome
        do throws(DiagnosticsError) {
          let products = try await construction.performAwaiting(in: home) {
            () async throws(DiagnosticsError) in
            let build = beginBuild()
            var run = constructionRun(
              construction, found, in: home, path: creation.path.map(\.index))
            let missing = members.filter { !home.has($0) }
            for member in missing { try await run.awaitedBuild(member) }
            try await run.awaitDelayedProperties()
            if let build { end(build, of: missing, for: creation.path.last?.index) }
            keep(missing, of: run)
            return run.products
          }
          outcome = .success(products)
        } catch { outcome = .failure(error) }
        home.endClaim(missing)
        return outcome
      }
      if let outcome { request.hold(try outcome.get(), in: home) }
    }
  }
}
