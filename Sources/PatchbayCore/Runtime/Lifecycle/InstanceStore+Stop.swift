import PatchbayDiagnostics

extension InstanceStore {
  /// Runs the stop hooks of the instances that were built here, and closes the store.
  ///
  /// The scopes that are open inside of it are closed before what their services need, and after what
  /// they do not: a server that waits for its requests stops before their scopes are closed.
  func stopAll(of container: Container?, hookTimeout: Duration?) async -> [DiagnosticsError] {
    var failures: [DiagnosticsError] = []
    func stop(_ indices: some Sequence<Int>) async {
      for index in indices {
        if let failure = await stopOne(index, hookTimeout: hookTimeout) { failures.append(failure) }
      }
    }
    if hasInner {
      let needed = neededInside()
      let order = stopOrder(of: takeBuilt { !needed.contains($0) })
      await stop(order)
      failures += await closeInner(hookTimeout: hookTimeout)
    }
    // A hook may build an instance that has to be stopped too: repeat until none is left.
    while let built = takeBuilt() { await stop(stopOrder(of: built)) }
    container?.closeCells()
    // Those that were opened meanwhile. Not before it is closed: a server that goes on opening scopes would
    // never be stopped.
    failures += await closeInner(hookTimeout: hookTimeout)
    container?.endActivity()
    return failures
  }

  /// Returns the services that those of scopes inside of it may use, and what must be stopped after
  /// these.
  private func neededInside() -> Set<Int> {
    let inside = wiring.bindings.indices.filter { wiring.bindings[$0].scope.depth ?? 0 > depth }
    // Through handles, too.
    return Set(
      wiring.reached(from: inside) { index in
        let binding = wiring.bindings[index]
        return wiring.edges[binding.edges].map(\.target) + binding.after
      })
  }

  /// Closes the scopes that are listed as open inside of it, at the same time.
  private func closeInner(hookTimeout: Duration?) async -> [DiagnosticsError] {
    let scopes = takeInner()
    if scopes.isEmpty { return [] }
    return await withTaskGroup(of: [DiagnosticsError].self) { group in
      for scope in scopes {
        group.addTask { await scope.stop(hookTimeout: hookTimeout) }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  private func noteStop(of binding: Binding, _ problem: String?) {
    let stopped = ContainerObserver.Stopped(key: binding.key, error: problem)
    activity?.post { $0.stopped?(stopped) }
  }

  @discardableResult
  func stopOne(_ index: Int, hookTimeout: Duration?) async -> DiagnosticsError? {
    let binding = wiring.bindings[index]
    // Nil if its group was not kept after all.
    guard let hook = binding.entry.stop, let box = kept(BoundService(index: index, contract: 0))
    else {
      return nil
    }
    let hookTimeout = binding.timeouts.stop ?? hookTimeout
    let outcome = await LifecycleRun.perform(in: self) {
      await runHook(limit: hookTimeout) { try await hook(box) }
    }
    switch outcome {
    case .finished:
      noteStop(of: binding, nil)
      return nil
    case .failed(let error):
      let problem = "failed: \(wiring.secrets.conceal(error))"
      noteStop(of: binding, problem)
      return binding.stopFailed(problem, error)
    case .timedOut:
      let problem = "took longer than \(hookTimeout.inWords)"
      noteStop(of: binding, problem)
      return binding.stopFailed(problem, nil)
    }
  }

  /// Orders the built services: each before those that it depends on or started after, and
  /// otherwise in reverse order of construction.
  func stopOrder(of built: [Int]) -> [Int] {
    let left = Set(built)
    var order: [Int] = []
    var seen: Set<Int> = []
    for first in built where seen.insert(first).inserted {
      // Each with what it needs that was not visited, so that each need is read once.
      func step(_ index: Int) -> (index: Int, needs: [Int]) {
        (index, wiring.predecessors(of: index).reversed())
      }
      var stack = [step(first)]
      while let index = stack.last?.index {
        if let need = stack[stack.count - 1].needs.popLast() {
          if seen.insert(need).inserted { stack.append(step(need)) }
        } else {
          if left.contains(index) { order.append(index) }
          stack.removeLast()
        }
      }
    }
    return order.reversed()
  }
}

extension Container {
  /// Empties the cells when the container is closed; a scope has none.
  func closeCells() { overrides.close() }

  /// Releases the observers when everything was stopped.
  func endActivity() { root.activity?.end() }
}
