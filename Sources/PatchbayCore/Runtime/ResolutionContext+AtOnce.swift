import PatchbayDiagnostics

// Most services take values and services that exist by then. Their construction is one call of the
// factory, and needs neither a `DependencyWalk` nor a `ConstructionRun`, which cost four times as
// much as all the rest of a first request. Could be deleted with its two uses.
extension ResolutionContext {
  /// Creates a shared service whose dependencies are all ready.
  ///
  /// - Returns: `false` if it is another kind of service, which a walk has to prepare.
  func createAtOnce(_ index: Int, _ request: inout Request) throws(DiagnosticsError) -> Bool {
    let binding = wiring.bindings[index]
    guard binding.scope != .weak, let home = store.home(of: index),
      let arguments = readyArguments(of: binding, in: home, request)
    else { return false }
    while !home.isKept(index) {
      guard let wait = try claim(index, in: home) else { continue }
      defer { WaitGraph.leave(wait) }
      let construction = wait.construction
      guard wait.isBegun else {
        construction.wait()
        continue
      }
      defer {
        home.endClaim(index)
        construction.finish()
      }
      let box = try makeAtOnce(binding, arguments, construction, in: home)
      home.keep(index, Product(box, binding.entry))
      if binding.entry.stop != nil { home.keepForStop([index]) }
    }
    return true
  }

  /// Returns the arguments of a binding if all are ready, and the factory can be called with them.
  ///
  /// - Parameter given: The arguments that the request passes.
  func readyArguments(
    of binding: Binding, in store: InstanceStore, _ request: Request, given: [AnyBox] = []
  ) -> [SuppliedArgument]? {
    guard binding.isBuiltAtOnce, request.overrides == nil, request.children.isEmpty else { return nil }
    var supplied: [SuppliedArgument] = []
    supplied.reserveCapacity(binding.arguments.count)
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

  /// Calls the factory of a binding, and finishes its product.
  ///
  /// - Parameter home: The store that keeps the product; nil for none.
  func makeAtOnce(
    _ binding: Binding, _ arguments: [SuppliedArgument], _ construction: Construction,
    in home: InstanceStore?
  ) throws(DiagnosticsError) -> AnyBox {
    try construction.perform(in: home) { () throws(DiagnosticsError) in
      if binding.entry.isLive, container.isForTesting {
        throw binding.liveService(path: requests([]) + [.init(binding.key, binding.place)])
      }
      let box: AnyBox
      guard case .immediate(let make) = binding.entry.maker else {
        preconditionFailure("`isAwaited` was false")
      }
      do { box = try make(arguments) } catch { throw failure(binding, error) }
      if binding.entry.finishing?.subject(box) != nil {
        let run = constructionRun(
          construction, Request(requester: requester, overrides: nil), in: home ?? store)
        try run.fill(binding, box)
        try run.notify(binding, box)
      }
      return box
    }
  }

  /// Returns the error that the caller receives for one that a factory threw.
  private func failure(_ binding: Binding, _ error: any Error) -> DiagnosticsError {
    // A request from inside the factory failed, and its error is more specific.
    if let error = error as? DiagnosticsError { return error }
    return binding.factoryFailed(
      error, wiring.secrets, path: requests([]) + [.init(binding.key, binding.place)])
  }
}
