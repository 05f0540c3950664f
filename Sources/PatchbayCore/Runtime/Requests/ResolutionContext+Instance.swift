import PatchbayDiagnostics

extension ResolutionContext {
  /// Returns the result of a request for a service: the instance, or an override's replacement of
  /// it, here or in a parent; `arguments` are passed to the service's own factory.
  func instance(
    of service: BoundService, arguments: [AnyBox] = []
  ) throws(DiagnosticsError) -> AnyBox {
    guard isMoreThanOriginal(service.index) else {
      return try instanceIgnoringOverrides(of: service, arguments: arguments)
    }
    try refuseClosed()
    let path = OverridePath(to: service, from: self)
    if let replacement = path.replacement { return try path.overridden(replacement) }
    let box = try path.owner.instanceIgnoringOverrides(of: path.service, arguments: arguments)
    return try path.overridden(box)
  }

  /// Does the same as ``instance(of:arguments:)``, for asynchronous callers.
  func awaitedInstance(
    of service: BoundService, arguments: [AnyBox] = []
  ) async throws(DiagnosticsError) -> AnyBox {
    guard isMoreThanOriginal(service.index) else {
      return try await awaitedInstanceIgnoringOverrides(of: service, arguments: arguments)
    }
    try refuseClosed()
    let path = OverridePath(to: service, from: self)
    if let replacement = path.replacement { return try path.overridden(replacement) }
    let box = try await path.owner.awaitedInstanceIgnoringOverrides(
      of: path.service, arguments: arguments)
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
      let binding = context.wiring.bindings[index]
      box = try stack.applied(to: box, context.wiring.secrets) {
        context.requests([]) + [.init(binding.key, binding.place)]
      }
    }
    return box
  }
}
