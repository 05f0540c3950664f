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
    if let product = slot(index)?.product { return product.boxes[contract] }
    try prepare(index, requester: requester)
    // A singleton is ready now: its slot is never emptied again.
    if let product = slot(index)?.product { return product.boxes[contract] }
    let box = try assemble(index, for: requester, path: [])
    return contract == 0 ? box : wiring.bindings[index].entry.contracts[contract].view(box)
  }

  /// Creates the shared services that a binding needs, each after its own needs, and at last the
  /// binding itself where it is shared.
  ///
  /// A walk with a stack of its own: neither a chain of 10,000 services nor a thread with a small
  /// stack is a danger. No gate is held on the way from one service to the next.
  private func prepare(_ target: Int, requester: Construction?) throws(DiagnosticsError) {
    var seen: Set<Int> = [target]
    var stack: [(index: Int, next: Int)] = [(target, 0)]
    while let (index, next) = stack.last {
      let binding = wiring.bindings[index]
      if case .named = binding.scope {
        throw scopedOutsideScope(binding, wiring, path: stack.map(\.index))
      }
      if next < binding.needs.count {
        stack[stack.count - 1].next += 1
        let need = binding.needs[next]
        if slot(need)?.product == nil, seen.insert(need).inserted { stack.append((need, 0)) }
        continue
      }
      if let slot = slot(index) {
        try create(index, in: slot, requester: requester, path: stack.map(\.index))
      }
      stack.removeLast()
    }
  }

  /// Creates one shared service whose needs are there, unless another request does so meanwhile.
  private func create(
    _ index: Int,
    in slot: Slot,
    requester: Construction?,
    path: [Int]
  ) throws(DiagnosticsError) {
    let gate = gate(of: index)
    let key = wiring.bindings[index].key
    while true {
      switch try WaitGraph.claim(slot, key: key, requester: requester) {
      case .ready:
        return
      case .wait(let owner):
        gate.wait()
        WaitGraph.leave(owner, requester: requester)
      // Ready now, or its factory has thrown: ask again.
      case .build(let construction):
        defer { WaitGraph.leave(construction, requester: requester) }
        return try build(index, in: slot, gate, as: construction, path: path)
      }
    }
  }

  private func build(
    _ index: Int,
    in slot: Slot,
    _ gate: Gate,
    as construction: Construction,
    path: [Int]
  ) throws(DiagnosticsError) {
    try gate.whileHeld { () throws(DiagnosticsError) in
      defer { construction.finish() }
      do throws(DiagnosticsError) {
        let box = try assemble(index, for: construction, path: path.dropLast())
        let product = Product(box, wiring.bindings[index].entry)
        slot.state.withLock { $0 = .ready(product) }
      } catch {
        // Nothing half built remains, and the next request tries again.
        slot.state.withLock { $0 = .empty }
        throw error
      }
    }
  }
}
