import PatchbayDiagnostics

extension InstanceStore {
  /// Runs the stop hook of a service, ends its run, and returns the error.
  ///
  /// The run is asked to end if its closure takes a ``StopRequest``; then, or with a hook, it may end by itself until the
  /// limit is over. After that it is cancelled; at once if nothing asks it, or if its hook failed.
  func stopOne(_ index: Int) async -> DiagnosticsError? {
    let planned = wiring.services[index]
    let run = run(of: index)
    // Nil if its group was not kept after all.
    let box = planned.entry.stop == nil ? nil : kept(BoundService(index: index))
    if run == nil, box == nil { return nil }
    let (limits, clock) = (stopLimits, limitClock)
    let limit = limits.limit(of: planned)
    let begun = ContinuousClock.now
    run?.stopping?.request()
    var problems: [StopProblem] = []
    if let hook = planned.entry.stop, let box {
      let outcome = await LifecycleRun.perform(in: self) {
        await runHook(limit: limit, by: clock) { try await hook(box) }
      }
      switch outcome {
      case .finished, .runEnded: break
      case .failed(let error):
        problems.append(.init("stop hook", "failed: \(wiring.secrets.conceal(error))", error))
      case .timedOut: problems.append(.init("stop hook", "took longer than \(limit.inWords)"))
      }
    }
    if let run {
      var left: Duration? { limit.map { $0 - begun.duration(to: .now) } }
      let endsByItself = (box != nil || run.stopping != nil) && problems.isEmpty && !run.isCancelled
      var end = endsByItself ? await run.end(within: left, by: clock) : nil
      // One that failed meanwhile has its own error.
      let isCutOff = endsByItself && end == nil
      if end == nil {
        run.cancel()
        end = await run.end(within: left.map { max($0, limits.afterCancellation) }, by: clock)
      }
      if let error = end?.failure {
        problems.append(.init("run", "failed: \(wiring.secrets.conceal(error))", error))
      } else if end == nil {
        problems.append(.init("run", "goes on, although it was cancelled"))
      } else if isCutOff {
        problems.append(.init("run", "had not ended after \(limit.inWords), and was cancelled"))
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
}

/// What went wrong when a service was stopped.
private struct StopProblem {
  let subject: String
  let what: String
  let error: (any Error)?

  init(_ subject: String, _ what: String, _ error: (any Error)? = nil) {
    (self.subject, self.what, self.error) = (subject, what, error)
  }
}
