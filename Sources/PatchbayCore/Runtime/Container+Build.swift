import PatchbayDiagnostics

extension Container {
  /// Gives an instance of a binding as one of its contracts, and builds what is missing for it.
  ///
  /// - Parameter requester: the construction on whose behalf it is asked for; the task's own where
  ///   the caller has no other.
  func instance(
    _ index: Int,
    contract: Int,
    requester: Construction? = Construction.current
  ) throws(DiagnosticsError) -> AnyBox {
    if isClosed { throw containerStopped() }
    if let product = slot(index)?.product { return product.boxes[contract] }
    try prepare(index, requester: requester)
    // Its own factory, or somebody meanwhile, may have stopped the container.
    if isClosed { throw containerStopped() }
    // A singleton is ready now: its slot is never emptied again.
    if let product = slot(index)?.product { return product.boxes[contract] }
    let binding = wiring.bindings[index]
    let construction = try Construction(binding, requester: requester)
    WaitGraph.enter(construction, requester: requester)
    defer {
      construction.finish()
      WaitGraph.leave(construction, requester: requester)
    }
    return try construction.perform { () throws(DiagnosticsError) in
      var assembly = Assembly(container: self, construction: construction, requester: requester)
      let box = try assembly.make(index)
      return contract == 0 ? box : binding.entry.contracts[contract].view(box)
    }
  }

  /// A binding on the way of a walk over what has to be there, and which of its needs is next.
  struct Step {
    let index: Int
    var next = 0
  }

  /// Creates the shared services that a binding needs, each after its own needs, and at last the
  /// binding itself where it is shared.
  ///
  /// A walk with a stack of its own: neither a chain of 10,000 services nor a thread with a small
  /// stack is a danger. No gate is held on the way from one component to the next.
  private func prepare(_ target: Int, requester: Construction?) throws(DiagnosticsError) {
    var seen: Set<Int> = [target]
    var stack = [Step(index: target)]
    // Of several that are built together, the one that was met first: when the walk leaves it, all
    // that any of them needs is there.
    var entrances: [Int: Int] = [:]
    while let step = stack.last {
      let (index, next) = (step.index, step.next)
      let binding = wiring.bindings[index]
      if case .named = binding.scope {
        throw scopedOutsideScope(binding, wiring, path: stack.map(\.index))
      }
      if next == 0, binding.isInCycle, entrances[binding.component] == nil {
        entrances[binding.component] = index
      }
      if next < binding.needs.count {
        stack[stack.count - 1].next += 1
        let need = binding.needs[next]
        if slot(need)?.product == nil, seen.insert(need).inserted {
          stack.append(Step(index: need))
        }
        continue
      }
      if !binding.isInCycle {
        if slot(index) != nil {
          try create(index, requester: requester, path: stack.dropLast())
        }
      } else if entrances[binding.component] == index, let kept = keptMember(of: binding.component)
      {
        try create(kept, requester: requester, path: stack.dropLast())
      }
      stack.removeLast()
    }
  }

  /// A shared member of a component: when one of them is there, all are.
  private func keptMember(of component: Int) -> Int? {
    wiring.components[component].first { slot($0) != nil }
  }

  /// Creates a component whose needs are there, unless another request does so meanwhile.
  private func create(
    _ index: Int,
    requester: Construction?,
    path: ArraySlice<Step>
  ) throws(DiagnosticsError) {
    guard let slot = slot(index) else { return }
    let binding = wiring.bindings[index]
    let component = component(of: index)
    while let construction = try WaitGraph.claim(
      slot, of: component, for: binding, requester: requester)
    {
      defer { WaitGraph.leave(construction, requester: requester) }
      let isDone = try component.run(construction) { () throws(DiagnosticsError) in
        let assembly = Assembly(
          container: self, construction: construction, requester: requester, path: path)
        try build(binding.component, assembly)
      }
      // Otherwise another request did it: it is ready now, or its factory has thrown.
      if isDone { return }
    }
  }

  /// Builds the shared members of a component, and keeps them when all are whole.
  private func build(_ component: Int, _ assembly: Assembly) throws(DiagnosticsError) {
    var assembly = assembly
    let members = wiring.components[component].filter { slot($0) != nil }
    for member in members { try assembly.build(member) }
    try assembly.setDelayedProperties()
    for member in members { slot(member)?.product = assembly.products[member] }
    keepForStop(members.filter { wiring.bindings[$0].entry.stop != nil })
  }
}
