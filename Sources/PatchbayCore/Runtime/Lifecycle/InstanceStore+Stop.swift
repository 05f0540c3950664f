import PatchbayDiagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
    // Empties the cells; a scope has none.
    container?.overrides.close()
    // Those that were opened meanwhile. Not before it is closed: a server that goes on opening scopes would
    // never be stopped.
    failures += await closeInner(hookTimeout: hookTimeout)
    // Releases the observers; a scope has those of its container.
    if container != nil { activity?.end() }
    return failures
  }

  /// Records services that have to be stopped; those that are built too late are stopped at once.
  ///
  /// No service is recorded twice: a `weak` service, which may be rebuilt, has no stop hook
  /// (`checkLifetimes`).
  func keepForStop(_ built: [Int]) {
    guard !built.isEmpty else { return }
    let isTooLate = lifecycle.withLock { lifecycle in
      if isClosed { return true }
      lifecycle.needed.built += built
      return false
    }
    if isTooLate {
      Task {
        await LifecycleRun.onNoBehalf {
          for index in built.reversed() { _ = await stopOne(index, hookTimeout: nil) }
        }
      }
    } else if !isListedOutside() {
      Task { await LifecycleRun.onNoBehalf { _ = await stop(hookTimeout: nil) } }
    }
  }

  /// Takes the services that have to be stopped, as far as they are wanted.
  func takeBuilt(where isWanted: (Int) -> Bool) -> [Int] {
    lifecycle.withLock { lifecycle in
      let wanted = lifecycle?.built.filter(isWanted) ?? []
      lifecycle?.built.removeAll(where: isWanted)
      return wanted
    }
  }

  /// Takes the services that have to be stopped. If none is left, closes the store and returns nil:
  /// a service that is completed later is then stopped at once.
  func takeBuilt() -> [Int]? {
    lifecycle.withLock { lifecycle in
      guard let built = lifecycle?.built, !built.isEmpty else {
        close(lifecycle)
        return nil
      }
      lifecycle?.built = []
      return built
    }
  }

  /// Returns the services that those of scopes inside of it may use, and what must be stopped after
  /// these.
  private func neededInside() -> Set<Int> {
    let inside = wiring.services.indices.filter { wiring.services[$0].scope.depth ?? 0 > depth }
    // Through handles, too.
    return Set(
      wiring.reached(from: inside) { index in
        let planned = wiring.services[index]
        return wiring.edges[planned.edges].map(\.target) + planned.after
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

  /// Runs the stop hook of a service, ends its run, and returns the error.
  ///
  /// With a hook, the run may end by itself until the limit is over. Then, or at once without a hook or after one that
  /// failed, it is cancelled, and awaited for as long once more.
  func stopOne(_ index: Int, hookTimeout: Duration?) async -> DiagnosticsError? {
    let planned = wiring.services[index]
    let run = run(of: index)
    // Nil if its group was not kept after all.
    let box = planned.entry.stop == nil ? nil : kept(BoundService(index: index))
    if run == nil, box == nil { return nil }
    let limit = planned.timeouts.stop ?? hookTimeout
    let begun = ContinuousClock.now
    var problems: [(subject: String, what: String, error: (any Error)?)] = []
    if let hook = planned.entry.stop, let box {
      let outcome = await LifecycleRun.perform(in: self) {
        await runHook(limit: limit) { try await hook(box) }
      }
      switch outcome {
      case .finished, .runEnded: break
      case .failed(let error):
        problems.append(("stop hook", "failed: \(wiring.secrets.conceal(error))", error))
      case .timedOut: problems.append(("stop hook", "took longer than \(limit.inWords)", nil))
      }
    }
    if let run {
      let left = limit.map { $0 - begun.duration(to: .now) }
      var end = box != nil && problems.isEmpty ? await run.end(within: left) : nil
      if end == nil {
        run.cancel()
        end = await run.end(within: limit)
      }
      if let error = end?.failure {
        problems.append(("run", "failed: \(wiring.secrets.conceal(error))", error))
      } else if end == nil {
        problems.append(("run", "continued for \(limit.inWords) after it was cancelled", nil))
      }
      forgetRun(of: index)
    }
    let stopped = ContainerObserver.Stopped(
      key: planned.key,
      error: problems.isEmpty ? nil : problems.map(\.what).joined(separator: "; "))
    activity?.post { $0.stopped?(stopped) }
    let errors = problems.map {
      planned.stopFailed("the \($0.subject) of `\(planned.key)` \($0.what)", $0.error)
    }
    return errors.isEmpty ? nil : errors.joined()
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

extension InstanceStore {
  /// Warns of a container that was started and is released without a stop: the hooks of its services never run.
  /// Cancels their runs.
  func releaseUnstopped() {
    let (built, runs) = lifecycle.withLock { lifecycle -> ([Int], [Int: ServiceRun]) in
      guard let lifecycle, case .success = lifecycle.startOutcome, !hasStopBegun(lifecycle) else {
        return ([], [:])
      }
      defer { lifecycle.runs = [:] }
      // A run that has ended leaves nothing to stop.
      let built = lifecycle.built.filter {
        wiring.services[$0].entry.stop != nil || lifecycle.runs[$0] != nil
      }
      return (built, lifecycle.runs)
    }
    for run in runs.values { run.cancel() }
    guard !built.isEmpty else { return }
    let keys = stopOrder(of: built).map { wiring.services[$0].key }
    let event = ContainerObserver.NeverStopped(keys: keys)
    activity?.post { $0.neverStopped?(event) }
    #if DEBUG
      let was = keys.count == 1 ? "was" : "were"
      writeToStandardError(
        "warning: a container was released without `stop()`: \(keys.quoted()) \(was) never stopped\n"
      )
    #endif
  }
}

#if DEBUG
  private func writeToStandardError(_ text: String) {
    var text = text
    // The whole text at once, as other threads write there, too; what is not written is lost.
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
#endif
