public import PatchbayDiagnostics

extension Container {
  /// Builds what is to be there from the beginning, and starts what has an `onStart` hook.
  ///
  /// Eager services, those with a hook and those that `async` or main-actor factories build are built
  /// and started in the order of their dependencies and of `after`; independent ones at the same time. When one fails, what was built is stopped in
  /// reverse order, and the container gives nothing any more.
  ///
  /// A second call does nothing.
  ///
  /// - Parameter limit: how long one hook may take, where its definition says nothing under
  ///   `timeouts`; nil for as long as it likes. A hook that overruns is cancelled and left behind.
  /// - Throws: ``DiagnosticsError`` with `start-failed` or `start-timed-out` and with what a factory
  ///   or a stop hook told; with `container-shut-down` where the container was stopped.
  public func start(limit: Duration? = nil) async throws(DiagnosticsError) {
    let phase = root.enterStart()
    if phase == .stopping || phase == .stopped { throw containerStopped() }
    guard phase == .idle else { return }
    let failures = await startAll(StartSchedule(wiring, depth: 0), in: root, limit: limit)
    guard failures.isEmpty else {
      let stopFailures = await stopAll(limit: limit)
      throw joined(failures + stopFailures)
    }
    root.finishStart()
  }

  /// Starts each service when those it waits for have started; stops beginning when one fails.
  func startAll(
    _ schedule: StartSchedule,
    in region: Region,
    limit: Duration?
  ) async -> [DiagnosticsError] {
    await withTaskGroup(of: (Int, DiagnosticsError?).self) { group in
      var failures: [DiagnosticsError] = []
      var started: Set<Int> = []
      var pending = schedule.order
      func beginReady() {
        guard failures.isEmpty else { return }
        // What waits for itself by a cycle of properties waits for what stands before it.
        let ready = pending.filter { index in
          schedule.waits[index, default: []].isSubset(of: started.union([index]))
        }
        pending.removeAll(where: ready.contains)
        for index in ready {
          group.addTask { (index, await self.startOne(index, in: region, limit: limit)) }
        }
      }
      beginReady()
      while true {
        guard let (index, failure) = await group.next() else {
          guard failures.isEmpty, let next = pending.first else { return failures }
          // Only a cycle of properties is left: begin with what stands first.
          pending.removeFirst()
          group.addTask { (next, await self.startOne(next, in: region, limit: limit)) }
          continue
        }
        started.insert(index)
        if let failure { failures.append(failure) }
        beginReady()
      }
    }
  }

  private func startOne(
    _ index: Int,
    in region: Region,
    limit: Duration?
  ) async -> DiagnosticsError? {
    let binding = wiring.bindings[index]
    let box: AnyBox
    do throws(DiagnosticsError) {
      box = try await RequestOrigin(self, region).awaitedOriginal(index, contract: 0)
    } catch { return error }
    guard let hook = binding.entry.start else { return nil }
    let limit = binding.timeouts.start ?? limit
    switch await runHook(limit: limit, { try await hook(box) }) {
    case .finished: return nil
    case .failed(let error): return startFailed(binding, error, wiring.secrets)
    case .timedOut: return startTimedOut(binding, limit)
    }
  }
}
