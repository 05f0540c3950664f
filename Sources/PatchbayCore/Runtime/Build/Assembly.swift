import PatchbayDiagnostics

/// The calls of one construction: of a service with its transient dependencies, or of several services that are built
/// together. What they need of kept services is ready.
struct Assembly: Sendable {
  /// The construction on whose behalf handles resolve services while a factory runs.
  let construction: Construction
  /// The store in which kept services are looked up.
  let store: InstanceStore
  /// The arguments of the request that no factory has received, the next one last.
  private var requestArguments: [AnyBox]
  /// The context of the handles that the factories receive; nil until one does.
  private var handles: HandleContext?
  /// The calls that wait for the result of another, one for each level of nested transients: an explicit stack, so
  /// that no chain of transients overflows that of the thread.
  private(set) var outer: [ArgumentFrame] = []
  /// What services that depend on themselves need; nil while none does.
  var cycle: Cycle?

  init(_ construction: Construction, in store: InstanceStore, _ requestArguments: [AnyBox] = []) {
    (self.construction, self.store) = (construction, store)
    self.requestArguments =
      requestArguments.isEmpty ? requestArguments : requestArguments.reversed()
  }

  /// Calls a service's factory, after those of its transient dependencies.
  mutating func make(
    _ index: Int, _ planned: PlannedService, _ builder: inout Builder
  ) throws(DiagnosticsError) -> AnyBox {
    try run(ArgumentFrame(BoundService(index: index), planned), &builder)
  }

  /// Sets the properties that close a cycle.
  mutating func setDelayedProperties(_ builder: inout Builder) throws(DiagnosticsError) {
    var members: [(planned: PlannedService, box: AnyBox)] = []
    while let frame = nextDelayed(builder.wiring) {
      members.append((frame.planned, try run(frame, &builder)))
    }
    // In the order of their construction, and only when all of them are complete.
    for member in members.reversed() { try member.planned.notify(member.box) }
  }

  private mutating func run(
    _ root: ArgumentFrame, _ builder: inout Builder
  ) throws(DiagnosticsError) -> AnyBox {
    var frame = root
    while true {
      try collectArguments(of: &frame, &builder)
      let box = try call(frame.service, frame.planned, frame.product, frame.supplied, &builder)
      if let whole = try accept(box, of: &frame, builder) { return whole }
    }
  }

  /// Calls the factory, or sets the properties of its product.
  private func call(
    _ service: BoundService, _ planned: PlannedService, _ product: AnyBox?,
    _ arguments: [SuppliedArgument], _ builder: inout Builder
  ) throws(DiagnosticsError) -> AnyBox {
    if let (context, service) = inParent(service, planned, builder) {
      return try context.instance(of: service)
    }
    if var box = product {
      for (property, argument) in zip(planned.properties, arguments) {
        box = property.property.set(box, argument)
      }
      if completesWhatWasHandedOut { try planned.notify(box) }
      return box
    }
    let box = try builder.call(planned, arguments, for: outer)
    try planned.finish(box, by: context(builder))
    return box
  }
}

// What both ways to make the calls have in common: here, and with `await` (`Builder+Await`).
extension Assembly {
  /// The context of what is requested for products: on behalf of the construction.
  func context(_ builder: Builder) -> ResolutionContext {
    ResolutionContext(builder.context.container, store, requester: construction)
  }

  /// For a service of the parent, the context in which it is resolved there.
  func inParent(
    _ service: BoundService, _ planned: PlannedService, _ builder: Builder
  ) -> (ResolutionContext, BoundService)? {
    guard planned.form == .assembled,
      let (parent, service) = builder.context.container.inParent(service)
    else { return nil }
    let context = ResolutionContext(
      parent, parent.currentStore, requester: construction, isInGraph: true)
    return (context, service)
  }

  /// Returns the context of the handles that the factories receive.
  mutating func handleContext(_ container: Container) -> HandleContext {
    let context = handles ?? HandleContext(container, store, for: construction)
    handles = context
    return context
  }

  /// Returns the next argument of the request.
  mutating func nextRequestArgument() -> AnyBox {
    // The number of arguments was checked before.
    guard let box = requestArguments.popLast() else {
      preconditionFailure("the arguments were counted")
    }
    return box
  }

  /// Collects the arguments of a call, or of the innermost one of the transients that it needs.
  ///
  /// - Throws: The errors of an override's callback.
  mutating func collectArguments(
    of frame: inout ArgumentFrame, _ builder: inout Builder
  ) throws(DiagnosticsError) {
    while true {
      guard let need = frame.advance(&self, builder.context.container) else { return }
      let planned = builder.wiring.services[need.index]
      let replacement = builder.request?.overrides?.stack(for: need)?.replacement
      if let box = replacement ?? existing(need, planned, &builder) {
        frame.accept(try overridden(box, need, frame.planned, builder))
      } else {
        outer.append(frame)
        frame = ArgumentFrame(need, planned)
      }
    }
  }

  /// Accepts the result of a call.
  ///
  /// - Returns: The product of the first call, when it is complete.
  mutating func accept(
    _ made: AnyBox, of frame: inout ArgumentFrame, _ builder: Builder
  ) throws(DiagnosticsError) -> AnyBox? {
    let (service, planned) = (frame.service, frame.planned)
    // Most calls are the only one.
    if outer.isEmpty, planned.form != .assembled { return made }
    let hasMoreToSet = frame.product == nil && !planned.properties.isEmpty
    if hasMoreToSet, !planned.isHandedOutFirst {
      frame = ArgumentFrame(service, planned, propertiesOf: made)
      return nil
    }
    var box = made
    if planned.scope.isGraph {
      box = sharedWithinRequest(frame, made, isWhole: !hasMoreToSet, builder.wiring)
    }
    if hasMoreToSet, box === made { changeCycle { $0.delayed.append((service, box)) } }
    if outer.isEmpty { return box }
    // Not by a second reference, with which its arguments would be copied for each one that is added.
    frame = outer.removeLast()
    // The parent resolved the contract itself, because it may have overrides of the service.
    let view = planned.inherited == nil ? planned.view(box, as: service.contract) : box
    frame.accept(try overridden(view, service, frame.planned, builder))
    return nil
  }

  /// Returns a shared service that is ready, or was built here.
  private func existing(
    _ need: BoundService, _ planned: PlannedService, _ builder: inout Builder
  ) -> AnyBox? {
    if planned.scope.isGraph {
      return construction.graph?.product(need.index, in: builder.wiring)?[need.contract]
    }
    if planned.isInCycle, let product = cycle?.products[need.index] {
      return product[need.contract]
    }
    return builder.request.instance(need, planned, in: store)
  }

  /// Returns the overrides' result for a service that the call of a service takes.
  private func overridden(
    _ box: AnyBox, _ need: BoundService, _ user: PlannedService, _ builder: Builder
  ) throws(DiagnosticsError) -> AnyBox {
    guard let stack = builder.request?.overrides?.stack(for: need) else { return box }
    let planned = builder.wiring.services[need.index]
    return try stack.applied(to: box, builder.wiring.secrets) {
      builder.requests(of: user, for: outer) + [planned.step]
    }
  }
}
