import PatchbayDiagnostics

extension ResolutionContext {
  /// Returns the result of a request for a service: the instance, or an override's replacement of
  /// it, here or in a parent; `arguments` are passed to the service's own factory.
  func instance(
    _ index: Int, contract: Int, arguments: [AnyBox] = []
  ) throws(DiagnosticsError) -> AnyBox {
    arguments.isEmpty
      ? try instance(of: BoundService(index: index, contract: contract))
      : try instanceInSteps(index, contract: contract, arguments: arguments)
  }

  /// Does the same without arguments.
  @inline(__always)  // In its callers, which each request takes that builds a service.
  func instance(of service: BoundService) throws(DiagnosticsError) -> AnyBox {
    // First, as it is most frequent: nothing has an override then, and no parent is asked.
    if let box = try sharedAtOnce(service) { return box }
    return try instanceInSteps(service.index, contract: service.contract, arguments: [])
  }

  /// Does the same for a service that ``sharedAtOnce(_:depth:path:)`` has not returned.
  private func instanceInSteps(
    _ index: Int, contract: Int, arguments: [AnyBox]
  ) throws(DiagnosticsError) -> AnyBox {
    guard isMoreThanOriginal(index) else {
      return try originalInSteps(index, contract: contract, arguments: arguments)
    }
    try refuseClosed()
    let path = OverridePath(to: BoundService(index: index, contract: contract), from: self)
    if let replacement = path.replacement { return try path.overridden(replacement) }
    let box = try path.owner.original(path.service.index, contract: contract, arguments: arguments)
    return try path.overridden(box)
  }

  /// Does the same as ``instance(_:contract:arguments:)``, for asynchronous callers.
  func awaitedInstance(
    _ index: Int, contract: Int, arguments: [AnyBox] = []
  ) async throws(DiagnosticsError) -> AnyBox {
    guard isMoreThanOriginal(index) else {
      return try await awaitedOriginal(index, contract: contract, arguments: arguments)
    }
    try refuseClosed()
    let path = OverridePath(to: BoundService(index: index, contract: contract), from: self)
    if let replacement = path.replacement { return try path.overridden(replacement) }
    let box = try await path.owner.awaitedOriginal(
      path.service.index, contract: contract, arguments: arguments)
    return try path.overridden(box)
  }

  /// Whether a binding may have overrides, or is inherited from the parent.
  private func isMoreThanOriginal(_ index: Int) -> Bool {
    container.overrides.mayConcern(index) || wiring.parentIndex(of: index) != nil
  }
}

/// The path from a request to the container that builds the service, and the overrides on it.
private struct OverridePath {
  /// The context in which the container that builds it is asked.
  private(set) var owner: ResolutionContext
  /// The service in that container.
  private(set) var service: BoundService
  /// Outermost first: the overrides of parents apply before those of children.
  private var stacks: [(context: ResolutionContext, index: Int, stack: OverrideStack)] = []

  init(to service: BoundService, from context: ResolutionContext) {
    owner = context
    self.service = service
    while true {
      if let stack = owner.container.overrides.stack(for: self.service) {
        stacks.append((owner, self.service.index, stack))
        if stack.replacement != nil { return }
      }
      guard let (parent, above) = owner.container.above(self.service) else { return }
      owner = ResolutionContext(
        parent, parent.currentStore, requester: context.requester, isInGraph: context.isInGraph)
      self.service = above
    }
  }

  /// The instance that replaces the service, so that it is not needed.
  var replacement: AnyBox? { stacks.last?.stack.replacement }

  func overridden(_ box: AnyBox) throws(DiagnosticsError) -> AnyBox {
    var box = box
    for (context, index, stack) in stacks.reversed() {
      let binding = context.wiring.binding(of: index)
      box = try stack.applied(to: box, context.wiring.secrets) {
        context.requests([]) + [.init(binding.key, binding.place)]
      }
    }
    return box
  }
}
