import PatchbayDiagnostics

extension ResolutionContext {
  /// Returns an instance of a binding as one of its contracts, ignoring overrides, and builds the
  /// services that are missing for it; `arguments` are passed to the binding's own factory.
  func original(
    _ index: Int, contract: Int, arguments: [AnyBox] = []
  ) throws(DiagnosticsError) -> AnyBox {
    if arguments.isEmpty,
      let box = try sharedAtOnce(BoundService(index: index, contract: contract))
    {
      return box
    }
    return try originalInSteps(index, contract: contract, arguments: arguments)
  }

  /// Does the same for a service that ``sharedAtOnce(_:depth:path:)`` has not returned.
  func originalInSteps(
    _ index: Int, contract: Int, arguments: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox {
    let service = BoundService(index: index, contract: contract)
    try refuseClosed()
    let given = try accepted(arguments, by: index)
    if let box = store.instance(service) ?? graph?.product(index, in: wiring)?[contract] {
      return box
    }
    if let box = try freshAtOnce(service, given) { return box }
    var request = Request(requester: requester, overrides: container.overrides.table)
    try prepare(index, &request)
    // Its own factory, or another thread, may have stopped the container meanwhile.
    try refuseClosed()
    if let box = request.instance(service, in: store) { return box }
    let binding = wiring.bindings[index]
    guard !binding.isAwaited else { throw binding.needsAwait(requests([])) }
    let construction = Construction(index, in: store, requester: requester, graph: graph)
    let wait = WaitGraph.enter(construction, requester: requester)
    defer {
      construction.finish()
      WaitGraph.leave(wait)
    }
    try construction.refuseTooDeep()
    return try construction.perform(in: nil) { () throws(DiagnosticsError) in
      var run = constructionRun(construction, request)
      do throws(DiagnosticsError) {
        let box = try run.make(index, given: given)
        try run.setDelayedProperties()
        return binding.view(box, as: contract)
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
    // A `weak` member may have been released again: then it alone is rebuilt.
    while let (missing, home) = creation.missing(&request) {
      guard !wiring.bindings[missing].isAwaited else {
        throw wiring.bindings[missing].needsAwait(requests(creation.path.map(\.index)))
      }
      guard let wait = try claim(missing, in: home) else { continue }
      defer { WaitGraph.leave(wait) }
      let construction = wait.construction
      guard wait.isBegun else {
        // Then the instance is ready, or its factory has thrown.
        construction.wait()
        continue
      }
      // On success and failure alike: products are kept by now, and no incomplete one remains.
      defer { home.endClaim(missing) }
      if creation.members.count == 1, request.isPlain,
        let arguments = try readyArguments(of: missing, in: home, depth: nil)
      {
        let task = TaskContext(construction, in: ServiceScope.building(in: home, from: scope))
        let position = container.facets.position(of: BoundService(index: missing, contract: 0))
        try keepAtOnce(missing, arguments, task, at: position, in: home) {
          creation.path.map(\.index)
        }
        continue
      }
      let build = beginBuild()
      var run = constructionRun(
        construction, request, in: home, path: creation.path.map(\.index))
      try construction.perform(in: home) { () throws(DiagnosticsError) in
        let missing = creation.members.filter { !home.has($0) }
        for member in missing { try run.build(member) }
        try run.setDelayedProperties()
        if let build { end(build, of: missing, for: creation.path.last?.index) }
        keep(missing, of: run)
      }
      request.hold(run.products, in: home)
    }
  }

  /// Finds the running construction of a binding's group or begins one; nil if it is ready.
  ///
  /// - Throws: `reentrant-resolution`, `limit-exceeded`.
  func claim(_ index: Int, in home: InstanceStore) throws(DiagnosticsError) -> WaitGraph.Wait? {
    // Before the claim, as another request may begin the work of an awaited one.
    try requester?.refuseTooDeep(index, in: home)
    return try WaitGraph.claim(for: requester) {
      home.claims.claim(index, in: home, requester: requester)
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
    path: [Int] = []
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
      run.store.home(of: member)?.keep(member, product)
    }
    run.store.keepForStop(members.filter { wiring.bindings[$0].entry.stop != nil })
  }

  /// Returns the requesters, and the bindings of a path, outermost first.
  func requests(_ path: [Int]) -> [Diagnostic.ResolutionStep] {
    requester.steps(
      to: path.map { .init(wiring.bindings[$0].key, wiring.bindings[$0].place) })
  }
}
