import PatchbayDiagnostics

// Most services take values and services that exist by then. Their construction is one call of the
// factory, and needs neither a `DependencyWalk` nor a `ConstructionRun`, which cost four times as
// much as all the rest of a first request. Could be deleted with its two uses.
extension ResolutionContext {
  /// Returns a shared service that exists, or builds it if all that it needs is ready.
  ///
  /// - Returns: `nil` for another kind of service, and if something has an override or is closed.
  func sharedAtOnce(_ service: BoundService) throws(DiagnosticsError) -> AnyBox? {
    let facets = wiring.facets
    let place = facets.places[facets.facet(of: service)]
    guard place.depth >= 0, let home = store.store(atDepth: Int(place.depth)),
      container.overrides.areNone, !store.isClosed
    else { return nil }
    let position = Int(place.position)
    if let box = home.row.box(position) { return box }
    let binding = wiring.bindings[service.index]
    guard let arguments = readyArguments(of: binding, in: home) else { return nil }
    while true {
      if home.row.isKept(position) { break }
      guard let wait = try claim(service.index, in: home) else { continue }
      defer { WaitGraph.leave(wait) }
      let construction = wait.construction
      guard wait.isBegun else {
        construction.wait()
        continue
      }
      defer {
        home.endClaim(service.index)
        construction.finish()
      }
      try keepAtOnce(service.index, arguments, construction, in: home)
      break
    }
    // Its own factory, or another thread, may have stopped the container meanwhile.
    try refuseClosed()
    return home.row.box(position)
  }

  /// Returns the arguments of a binding if all are ready, and the factory can be called with them.
  ///
  /// - Parameter given: The arguments that the request passes.
  func readyArguments(
    of binding: Binding, in store: InstanceStore, given: [AnyBox] = []
  ) -> [SuppliedArgument]? {
    guard binding.isBuiltAtOnce else { return nil }
    let count = binding.arguments.count
    guard count > 0 else { return [] }
    var supplied: [SuppliedArgument] = []
    supplied.reserveCapacity(count)
    var next = given.startIndex
    for argument in binding.arguments {
      switch argument {
      case .value(let box): supplied.append(.box(box))
      case .absent: supplied.append(.absent)
      case .service(let service):
        guard let box = store.permanent(service) else { return nil }
        supplied.append(.box(box))
      case .runtimeArgument:
        guard next < given.endIndex else { return nil }
        supplied.append(.box(given[next]))
        next += 1
      case .services, .deferred, .resolver: return nil
      }
    }
    return supplied
  }

  /// Builds a service, and keeps it.
  func keepAtOnce(
    _ index: Int, _ arguments: [SuppliedArgument], _ construction: Construction,
    in home: InstanceStore, path: ArraySlice<DependencyWalk.Step> = []
  ) throws(DiagnosticsError) {
    let binding = wiring.bindings[index]
    let box = try makeAtOnce(binding, arguments, construction, in: home, path: path)
    home.keep(index, Product(box, binding.entry))
    if binding.entry.stop != nil { home.keepForStop([index]) }
  }

  /// Calls the factory of a binding, and finishes its product.
  ///
  /// - Parameters:
  ///   - home: The store that keeps the product; nil for none.
  ///   - path: The bindings that need it.
  func makeAtOnce(
    _ binding: Binding, _ arguments: [SuppliedArgument], _ construction: Construction,
    in home: InstanceStore?, path: ArraySlice<DependencyWalk.Step> = []
  ) throws(DiagnosticsError) -> AnyBox {
    func steps() -> [Diagnostic.ResolutionStep] {
      requests(path) + [.init(binding.key, binding.place)]
    }
    return try construction.perform(in: home) { () throws(DiagnosticsError) in
      if binding.entry.isLive, container.isForTesting {
        throw binding.liveService(path: steps())
      }
      let box: AnyBox
      guard case .immediate(let make) = binding.entry.maker else {
        preconditionFailure("`isAwaited` was false")
      }
      do { box = try make(arguments) } catch let error as DiagnosticsError {
        // A request from inside the factory failed, and its error is more specific.
        throw error
      } catch {
        throw binding.factoryFailed(error, wiring.secrets, path: steps())
      }
      if binding.entry.finishing?.subject(box) != nil {
        let run = constructionRun(
          construction, Request(requester: requester, overrides: nil), in: home, path: path)
        try run.fill(binding, box)
        try run.notify(binding, box)
      }
      return box
    }
  }
}
