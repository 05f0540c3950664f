import PatchbayDiagnostics

extension Container {
  /// Gives an instance of a binding as one of its contracts, and builds what is missing for it;
  /// whatever stands before it.
  ///
  /// - Parameters:
  ///   - requester: the construction on whose behalf it is asked for; the task's own where the
  ///     caller has no other.
  ///   - region: where it is asked for: the container's own, or that of a running scope.
  func original(
    _ index: Int,
    contract: Int,
    requester: Construction? = Construction.current,
    in region: Region
  ) throws(DiagnosticsError) -> AnyBox {
    try refuseClosed(region)
    if let product = region.product(index) { return product.boxes[contract] }
    var request = Request(requester: requester, overlays: overlays.table)
    try prepare(index, in: region, &request)
    // Its own factory, or somebody meanwhile, may have stopped the container.
    try refuseClosed(region)
    if let product = request.product(in: region, index) { return product.boxes[contract] }
    let binding = wiring.bindings[index]
    let construction = try Construction(binding, requester: requester)
    WaitGraph.enter(construction, requester: requester)
    defer {
      construction.finish()
      WaitGraph.leave(construction, requester: requester)
    }
    return try construction.perform { () throws(DiagnosticsError) in
      var assembly = Assembly(
        container: self, region: region, construction: construction, request: request)
      let box = try assembly.make(index)
      try assembly.setDelayedProperties()
      return contract == 0 ? box : binding.entry.contracts[contract].view(box)
    }
  }

  func refuseClosed(_ region: Region) throws(DiagnosticsError) {
    if root.isClosed { throw containerStopped() }
    if region.isClosed { throw scopeClosed(region) }
  }

  /// A binding on the way of a walk over what has to be there, and which of its needs is next.
  struct Step {
    let index: Int
    /// Where its needs are looked for: a shared service sees what lives at least as long as itself.
    let region: Region
    var next = 0
  }

  /// Creates the shared services that a binding needs, each after its own needs, and at last the
  /// binding itself where it is shared.
  ///
  /// A walk with a stack of its own: neither a chain of 10,000 services nor a thread with a small
  /// stack is a danger. No gate is held on the way from one component to the next.
  private func prepare(
    _ target: Int,
    in region: Region,
    _ request: inout Request
  ) throws(DiagnosticsError) {
    var seen: Set<Int> = [target]
    var stack = [Step(index: target, region: region.home(of: target) ?? region)]
    // Of several that are built together, the one that was met first: when the walk leaves it, all
    // that any of them needs is there.
    var entrances: [Int: Int] = [:]
    while let step = stack.last {
      let (index, next) = (step.index, step.next)
      let binding = wiring.bindings[index]
      if case .named = binding.scope, step.region.home(of: index) == nil {
        throw scopedOutsideScope(binding, wiring, path: stack.map(\.index))
      }
      if next == 0, binding.isInCycle, entrances[binding.component] == nil {
        entrances[binding.component] = index
      }
      if next < binding.needs.count {
        stack[stack.count - 1].next += 1
        let need = binding.needs[next]
        if request.isHidden(need, from: binding) { continue }
        let home = step.region.home(of: need)
        if let slot = home?.slot(need), request.product(slot) != nil { continue }
        if seen.insert(need).inserted {
          stack.append(Step(index: need, region: home ?? step.region))
        }
        continue
      }
      let isComplete = !binding.isInCycle || entrances[binding.component] == index
      if isComplete {
        // What an overlay hides was not walked to, and its needs may not be there.
        let members = wiring.components[binding.component].filter {
          step.region.home(of: $0) != nil && (request.overlays == nil || seen.contains($0))
        }
        try create(members, in: step.region, path: stack.dropLast(), &request)
      }
      stack.removeLast()
    }
  }

  /// Creates the members of a component that a region keeps, once their needs are there, unless
  /// another request does so meanwhile.
  private func create(
    _ members: [Int],
    in region: Region,
    path: ArraySlice<Step>,
    _ request: inout Request
  ) throws(DiagnosticsError) {
    // One of them may have gone again where its scope is `weak`: then it alone is built anew.
    while let missing = members.first(where: { request.product(in: region, $0) == nil }),
      let home = region.home(of: missing)
    {
      let slot = home.slot(missing)
      guard
        let construction = try WaitGraph.claim(
          slot, for: wiring.bindings[missing], requester: request.requester)
      else { continue }
      defer { WaitGraph.leave(construction, requester: request.requester) }
      var assembly = Assembly(
        container: self, region: home, construction: construction, request: request, path: path)
      let isDone = try slot.component.run(construction) { () throws(DiagnosticsError) in
        try build(members, &assembly)
      }
      // Otherwise another request did it: it is ready now, or its factory has thrown.
      if isDone { request.hold(assembly.products, in: home) }
    }
  }

  /// Builds the missing members of a component, and keeps them when all are whole.
  private func build(
    _ members: [Int],
    _ assembly: inout Assembly
  ) throws(DiagnosticsError) {
    let region = assembly.region
    let missing = members.filter { region.product($0) == nil }
    for member in missing { try assembly.build(member) }
    try assembly.setDelayedProperties()
    for member in missing {
      guard let product = assembly.products[member] else { continue }
      region.home(of: member)?.slot(member).keep(product)
    }
    region.keepForStop(missing.filter { wiring.bindings[$0].entry.stop != nil })
  }
}
