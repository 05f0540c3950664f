import PatchbayDiagnostics

extension ResolutionContext {
  /// Returns an instance of a binding as one of its contracts, ignoring overrides, and builds the
  /// services that are missing for it; `arguments` are passed to the binding's own factory.
  func original(
    _ index: Int, contract: Int, arguments: [any Sendable] = []
  ) throws(DiagnosticsError) -> AnyBox {
    try refuseClosed()
    let given = try accepted(arguments, by: index)
    if let product = store.product(index) ?? graph?.product(index) {
      return product.boxes[contract]
    }
    var request = Request(requester: requester, overrides: container.overrides.table)
    try prepare(index, &request)
    // Its own factory, or another thread, may have stopped the container meanwhile.
    try refuseClosed()
    if let product = request.product(in: store, index) { return product.boxes[contract] }
    let binding = wiring.bindings[index]
    guard !binding.isAwaited else { throw binding.needsAwait(requests([])) }
    let construction = try Construction(
      binding, in: container, store, requester: requester, graph: graph)
    let wait = WaitGraph.enter(construction, requester: requester)
    defer {
      construction.finish()
      WaitGraph.leave(wait)
    }
    return try construction.perform(in: nil) { () throws(DiagnosticsError) in
      var run = constructionRun(construction, request)
      do throws(DiagnosticsError) {
        let box = try run.make(index, given: given)
        try run.setDelayedProperties()
        return contract == 0 ? box : binding.entry.contracts[contract].view(box)
      } catch {
        run.takeBackHalfBuilt()
        throw error
      }
    }
  }

  /// Creates the shared services that a binding needs, and the binding itself if it is shared.
  func prepare(_ index: Int, _ request: inout Request) throws(DiagnosticsError) {
    var walk = DependencyWalk(to: index, from: self)
    while let creation = try walk.next(&request) {
      if let (owner, inherited) = try above(creation) {
        var inner = owner.request(from: request, container, creation.path)
        try owner.prepare(inherited, &inner)
        request.hold(inner)
      } else {
        try create(creation, &request)
      }
    }
  }

  /// Creates the services that a store keeps of a group whose dependencies are ready, unless
  /// another request does so meanwhile.
  func create(
    _ creation: DependencyWalk.Creation, _ request: inout Request
  ) throws(DiagnosticsError) {
    let members = creation.members
    // A `weak` member may have been released again: then it alone is rebuilt.
    while let missing = members.first(where: { request.product(in: creation.store, $0) == nil }),
      let home = creation.store.home(of: missing)
    {
      let (slot, binding) = (home.slot(missing), wiring.bindings[missing])
      guard !binding.isAwaited else { throw binding.needsAwait(requests(creation.path)) }
      guard
        let wait = try WaitGraph.claim(
          slot, for: binding, in: container, home, requester: requester)
      else { continue }
      defer { WaitGraph.leave(wait) }
      let construction = wait.construction
      var run = constructionRun(construction, request, in: home, path: creation.path)
      let isDone = try slot.group.run(construction) { () throws(DiagnosticsError) in
        try construction.perform(in: home) { () throws(DiagnosticsError) in
          let missing = members.filter { home.product($0) == nil }
          for member in missing { try run.build(member) }
          try run.setDelayedProperties()
          keep(missing, of: run)
        }
      }
      // Otherwise another request did the work: the instance is ready now, or its factory has
      // thrown.
      if isDone { request.hold(run.products, in: home) }
    }
  }

  var wiring: Wiring { container.wiring }

  func refuseClosed() throws(DiagnosticsError) {
    try container.refuseClosed(store)
  }

  func constructionRun(
    _ construction: Construction,
    _ request: Request,
    in store: InstanceStore? = nil,
    path: ArraySlice<DependencyWalk.Step> = []
  ) -> ConstructionRun {
    ConstructionRun(
      container: container,
      store: store ?? self.store,
      construction: construction,
      request: request,
      path: path
    )
  }

  /// Stores the members of a group when all are complete.
  func keep(_ members: [Int], of run: ConstructionRun) {
    for member in members {
      guard let product = run.products[member] else { continue }
      run.store.home(of: member)?.slot(member).keep(product)
    }
    run.store.keepForStop(members.filter { wiring.bindings[$0].entry.stop != nil })
  }

  /// Returns the requesters, outermost first.
  func requests(_ path: ArraySlice<DependencyWalk.Step>) -> [Diagnostic.ResolutionStep] {
    let constructions = requester.map { $0.requesters + [$0] } ?? []
    return constructions.map { .init($0.key, $0.place) }
      + path.map { .init(wiring.bindings[$0.index].key, wiring.bindings[$0.index].place) }
  }
}
