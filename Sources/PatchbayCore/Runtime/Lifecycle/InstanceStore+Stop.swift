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
  func stopAll(of container: Container?) async -> [DiagnosticsError] {
    var failures: [DiagnosticsError] = []
    if hasInner {
      let needed = neededInside()
      failures += await stop(takeBuilt { !needed.contains($0) })
      failures += await closeInner()
    }
    // A hook may build an instance that has to be stopped too: repeat until none is left.
    while let built = takeBuilt() { failures += await stop(built) }
    // Empties the cells; a scope has none.
    container?.overrides.close()
    // Those that were opened meanwhile. Not before it is closed: a server that goes on opening scopes would
    // never be stopped.
    failures += await closeInner()
    // Releases the observers; a scope has those of its container.
    if container != nil { activity?.end() }
    return failures
  }

  /// Stops services that were built in this order, each when those that wait for it have stopped, and independent ones
  /// at the same time.
  ///
  /// - Returns: The errors of the hooks and the runs, in an order that depends on no timing.
  private func stop(_ built: [Int]) async -> [DiagnosticsError] {
    // As in most scopes that stop something.
    if built.count == 1 { return await stopOne(built[0]).map { [$0] } ?? [] }
    let order = wiring.schedules.order(of: wiring)
    let sequence = order.stopOrder(of: built)
    var turns = Turns(sequence, order.waits(ofStopping: built, in: depth))
    var failures: [Int: DiagnosticsError] = [:]
    await withTaskGroup(of: (index: Int, failure: DiagnosticsError?).self) { group in
      func begin(_ indices: [Int]) {
        for index in indices { group.addTask { (index, await self.stopOne(index)) } }
      }
      begin(turns.beginFirst())
      while true {
        guard let ended = await group.next() else {
          guard let next = turns.breakCycle() else { return }
          begin([next])
          continue
        }
        failures[ended.index] = ended.failure
        begin(turns.begin(after: ended.index))
      }
    }
    return sequence.compactMap { failures[$0] }
  }

  /// Records services that have to be stopped; those that are built too late are stopped at once.
  ///
  /// No service is recorded twice: a `weak` service, which may be rebuilt, has no stop hook
  /// (`checkLifetimes`).
  func recordForStop(_ built: [Int]) {
    guard !built.isEmpty else { return }
    let isTooLate = lifecycle.withLock { lifecycle in
      if isClosed { return true }
      lifecycle.needed.built += built
      return false
    }
    if isTooLate {
      Task {
        await LifecycleRun.onNoBehalf {
          for index in built.reversed() { _ = await stopOne(index) }
        }
      }
    } else if !isListedOutside() {
      Task { await LifecycleRun.onNoBehalf { _ = await stop() } }
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
      inside.reached { index in
        let planned = wiring.services[index]
        return wiring.edges[planned.edges].map(\.target) + planned.after
      })
  }

  /// Closes the scopes that are listed as open inside of it, at the same time.
  private func closeInner() async -> [DiagnosticsError] {
    let scopes = takeInner()
    if scopes.isEmpty { return [] }
    return await withTaskGroup(of: [DiagnosticsError].self) { group in
      for scope in scopes {
        group.addTask { await scope.stop() }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
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
    for run in runs.values {
      run.stopping?.request()
      run.cancel()
    }
    guard !built.isEmpty else { return }
    reportNeverStopped(built, of: nil)
  }

  /// Reports services that are never stopped: those of a container, or of a scope with a name.
  func reportNeverStopped(_ built: [Int], of scope: String?) {
    let order = wiring.schedules.order(of: wiring).stopOrder(of: built)
    let keys = order.map { wiring.services[$0].key }
    let event = ContainerObserver.NeverStopped(keys: keys, scope: scope)
    activity?.post { $0.neverStopped?(event) }
    #if DEBUG
      let what = scope.map { "a scope `\($0)` was released without `close()`" }
      let was = keys.count == 1 ? "was" : "were"
      writeToStandardError(
        "warning: \(what ?? "a container was released without `stop()`"): "
          + "\(keys.quoted()) \(was) never stopped")
    #endif
  }
}

/// Writes a line, and all of it at once, as other threads write there, too; what is not written is lost.
func writeToStandardError(_ line: String) {
  var text = line.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
