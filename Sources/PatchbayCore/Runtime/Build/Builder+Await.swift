import PatchbayDiagnostics

// The same phases for callers that may wait: each kept service that has to be awaited is built in a task of its own,
// which does not end with the caller that began it.
extension ResolutionContext {
  /// Does the same as ``instanceIgnoringOverrides(of:arguments:)``, and awaits what has to be awaited.
  func awaitedInstanceIgnoringOverrides(
    of service: BoundService, arguments: [AnyBox] = []
  ) async throws(DiagnosticsError) -> AnyBox {
    let planned = wiring.services[service.index]
    try refuseClosed(asking: service.index)
    let requestArguments = try accepted(arguments, by: planned)
    if let box = existing(service, planned) { return box }
    // Most factories suspend nothing, and what one call builds then costs what it costs without `await`.
    if let box = try await awaitedByOneCall(service, planned, requestArguments) { return box }
    var builder = Builder(context: self, request: container.overrides.request)
    try await builder.awaitReady(service.index, planned)
    if let box = try builder.keptInstance(service, planned) { return box }
    return try await builder.awaitedNew(service, planned, requestArguments)
  }

  /// Does the same as ``madeByOneCall(_:_:_:)``, and awaits what a transient's properties need.
  private func awaitedByOneCall(
    _ service: BoundService, _ planned: PlannedService, _ given: [AnyBox]
  ) async throws(DiagnosticsError) -> AnyBox? {
    guard planned.scope.isTransient else {
      return planned.entry.handedIn == nil ? try madeByOneCall(service, planned, given) : nil
    }
    guard let box = try transientByOneCall(service, planned, given) else { return nil }
    if planned.entry.finishing.isNeeded(by: box) {
      let wait = try enterConstruction(of: service.index)
      defer { end(wait) }
      let context = ResolutionContext(container, store, requester: wait.construction)
      try await TaskContext(wait.construction, in: scope).performAwaiting {
        () async throws(DiagnosticsError) in try await planned.finishAwaiting(box, by: context)
      }
    }
    return planned.view(box, as: service.contract)
  }
}

extension Builder {
  fileprivate mutating func awaitReady(
    _ target: Int, _ planned: PlannedService
  ) async throws(DiagnosticsError) {
    var next: Step? = Step(target, planned, neededIn: context.store)
    while let ready = try nextReady(&next, of: target) {
      if let (parent, service) = try parentBuilder(of: ready) {
        var builder = parent
        try await builder.awaitReady(service, builder.wiring.services[service])
        request.hold(builder.request)
      } else if ready.planned.isAwaited {
        try await awaitBuild(ready)
      } else if wiring.components[ready.planned.component].contains(where: isNotifiedElsewhere) {
        self = try await builtOnMainActor(ready)
      } else {
        try build(ready)
      }
    }
  }

  fileprivate mutating func awaitedNew(
    _ service: BoundService, _ planned: PlannedService, _ requestArguments: [AnyBox]
  ) async throws(DiagnosticsError) -> AnyBox {
    let wait = try context.enterConstruction(of: service.index)
    defer { context.end(wait) }
    var assembly = Assembly(wait.construction, in: context.store, requestArguments)
    return try await TaskContext(wait.construction, in: context.scope).performAwaiting {
      () async throws(DiagnosticsError) in
      do throws(DiagnosticsError) {
        let box = try await assembly.awaitedMake(service.index, planned, &self)
        try await assembly.awaitDelayedProperties(&self)
        return planned.view(box, as: service.contract)
      } catch {
        assembly.takeBackHalfBuilt(of: wiring)
        throw error
      }
    }
  }

  /// Whether an instance that the program handed in has to be notified on another actor.
  private func isNotifiedElsewhere(_ index: Int) -> Bool {
    wiring.services[index].entry.handedIn?.isNotifiedElsewhere() ?? false
  }

  /// Does the same as ``build(_:)``, on the main actor.
  @MainActor
  private func builtOnMainActor(_ ready: Step) throws(DiagnosticsError) -> Builder {
    var builder = self
    try builder.build(ready)
    return builder
  }

  /// Does the same as ``build(_:)`` for services that have to be awaited.
  private mutating func awaitBuild(_ ready: Step) async throws(DiagnosticsError) {
    while let (missing, home) = missing(of: ready) {
      guard let wait = try context.claim(missing, in: home) else { continue }
      defer { WaitGraph.leave(wait) }
      let construction = wait.construction
      let builder = self
      let outcome = await construction.outcome { () async in
        var builder = builder
        let outcome: Construction.Outcome
        do throws(DiagnosticsError) {
          try await builder.awaitCalls(ready, missing, of: construction, in: home)
          outcome = .success(builder.weakInstances(with: ready, in: home))
        } catch { outcome = .failure(error) }
        home.endClaim(missing)
        return outcome
      }
      if let outcome { request.hold(try outcome.get()) }
    }
  }

  /// The `weak` instances that were built: all that wait for the construction retain them until their requests end.
  private func weakInstances(with ready: Step, in home: InstanceStore) -> Request? {
    var built: Request?
    for index in wiring.components[ready.planned.component]
    where wiring.services[index].scope.isWeak {
      guard let home = home.home(of: index),
        let product = request?.heldInstance(index, in: home)
      else { continue }
      built.change { $0.hold(index, product, in: home) }
    }
    return built
  }

  private mutating func awaitCalls(
    _ ready: Step, _ missing: Int, of construction: Construction, in home: InstanceStore
  ) async throws(DiagnosticsError) {
    let watched = context.beginBuild()
    let scope = ServiceScope.building(in: home, from: context.scope)
    var assembly = Assembly(construction, in: home)
    try await TaskContext(construction, in: scope).performAwaiting {
      () async throws(DiagnosticsError) in
      if !ready.planned.isInCycle {
        let box = try await assembly.awaitedMake(missing, ready.planned, &self)
        return keep(missing, ready.planned, box, in: home, watched)
      }
      let members = members(with: ready).filter { !home.has($0) }
      for member in members {
        let box = try await assembly.awaitedMake(member, wiring.services[member], &self)
        assembly.add(member, box, wiring)
      }
      try await assembly.awaitDelayedProperties(&self)
      keep(assembly.products, members, in: home, watched)
    }
  }
}

extension Assembly {
  fileprivate mutating func awaitedMake(
    _ index: Int, _ planned: PlannedService, _ builder: inout Builder
  ) async throws(DiagnosticsError) -> AnyBox {
    try await run(ArgumentFrame(BoundService(index: index), planned), &builder)
  }

  fileprivate mutating func awaitDelayedProperties(
    _ builder: inout Builder
  ) async throws(DiagnosticsError) {
    var members: [(planned: PlannedService, box: AnyBox)] = []
    while let frame = nextDelayed(builder.wiring) {
      members.append((frame.planned, try await run(frame, &builder)))
    }
    for member in members.reversed() { try await member.planned.notifyAwaiting(member.box) }
  }

  private mutating func run(
    _ root: ArgumentFrame, _ builder: inout Builder
  ) async throws(DiagnosticsError) -> AnyBox {
    var frame = root
    while true {
      try collectArguments(of: &frame, &builder)
      let box = try await awaitedCall(frame, builder)
      if let whole = try accept(box, of: &frame, builder) { return whole }
    }
  }

  private func awaitedCall(
    _ frame: ArgumentFrame, _ builder: Builder
  ) async throws(DiagnosticsError) -> AnyBox {
    let planned = frame.planned
    if let (context, service) = inParent(frame.service, planned, builder) {
      return try await context.awaitedInstance(of: service)
    }
    if var box = frame.product {
      for (property, argument) in zip(planned.properties, frame.supplied) {
        box = property.property.set(box, argument)
      }
      if completesWhatWasHandedOut { try await planned.notifyAwaiting(box) }
      return box
    }
    let box: AnyBox
    do throws(CallFailure) {
      // It lives as long as the plan, which the builder retains.
      let entry = planned.entry
      var cursor = ArgumentCursor(of: planned, entry, frame.supplied)
      if case .awaited(let make) = entry.maker {
        try builder.context.refuseLive(entry)
        do { box = try await make(cursor) } catch { throw CallFailure.thrown(error) }
      } else {
        box = try builder.context.call(entry, &cursor)
      }
    } catch {
      throw builder.context.failure(of: planned, error, builder.requests(of: planned, for: outer))
    }
    try await planned.finishAwaiting(box, by: context(builder))
    return box
  }
}
