import PatchbayDiagnostics

extension Region {
  /// Runs the stop hooks of what was built here, and closes the region.
  func stopAll(limit: Duration?) async -> [DiagnosticsError] {
    var failures: [DiagnosticsError] = []
    var stopped: Set<Int> = []
    while true {
      // A hook may build something that has to be stopped too: ask again until nothing is left.
      let left = leftToStop(stopped)
      guard !left.isEmpty else { break }
      for index in left {
        stopped.insert(index)
        if let failure = await stopOne(index, limit: limit) { failures.append(failure) }
      }
    }
    close()
    return failures
  }

  @discardableResult
  private func stopOne(_ index: Int, limit: Duration?) async -> DiagnosticsError? {
    let binding = wiring.bindings[index]
    // Nil where its component was not kept in the end.
    guard let hook = binding.entry.stop, let box = slot(index).product?.boxes[0] else {
      return nil
    }
    let limit = binding.timeouts.stop ?? limit
    switch await runHook(limit: limit, { try await hook(box) }) {
    case .finished: return nil
    case .failed(let error):
      return stopFailed(binding, "failed: \(wiring.secrets.conceal(error))", error)
    case .timedOut: return stopFailed(binding, "took longer than \(words(limit))", nil)
    }
  }

  /// What has to be stopped and was not yet, each before what it depends on or started after;
  /// otherwise the last that was built first.
  private func leftToStop(_ stopped: Set<Int>) -> [Int] {
    let built = lifecycle.withLock { $0.built }.filter { !stopped.contains($0) }
    let left = Set(built)
    var order: [Int] = []
    var seen: Set<Int> = []
    for first in built where seen.insert(first).inserted {
      var stack = [(index: first, next: 0)]
      while let (index, next) = stack.last {
        let needs = wiring.needs(of: index) + wiring.bindings[index].after
        if next < needs.count {
          stack[stack.count - 1].next += 1
          if seen.insert(needs[next]).inserted { stack.append((needs[next], 0)) }
        } else {
          if left.contains(index) { order.append(index) }
          stack.removeLast()
        }
      }
    }
    return order.reversed()
  }
}

extension Region {
  /// Remembers what has to be stopped; what comes too late for that is stopped at once.
  func keepForStop(_ built: [Int]) {
    guard !built.isEmpty else { return }
    let isTooLate = lifecycle.withLock { lifecycle in
      if lifecycle.phase == .stopped { return true }
      lifecycle.built += built
      return false
    }
    guard isTooLate else { return }
    for index in built.reversed() { Task { await stopOne(index, limit: nil) } }
  }

  /// Moves to `starting` where nothing was begun; gives the phase that was found.
  func enterStart() -> Lifecycle.Phase {
    lifecycle.withLock { lifecycle in
      defer { if lifecycle.phase == .idle { lifecycle.phase = .starting } }
      return lifecycle.phase
    }
  }

  func finishStart(_ report: StartReport) {
    lifecycle.withLock { lifecycle in
      lifecycle.startReport = report
      if lifecycle.phase == .starting { lifecycle.phase = .running }
    }
  }

  var startReport: StartReport { lifecycle.withLock { $0.startReport } }

  /// Moves to `stopping`; false where somebody else does or did.
  func enterStop() -> Bool {
    lifecycle.withLock { lifecycle in
      guard lifecycle.phase != .stopping, lifecycle.phase != .stopped else { return false }
      lifecycle.phase = .stopping
      return true
    }
  }
}
