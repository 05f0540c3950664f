import PatchbayDiagnostics

extension Container {
  /// Runs the start hook of a turn, and again after a pause while it fails and attempts are left.
  ///
  /// The failure of the turn is that of the last attempt. No attempt follows if the start was
  /// cancelled or another service has failed; an attempt that ends with an error after that counts
  /// as cancelled.
  func attempt(
    _ turn: inout StartTurn, since built: Duration, in run: StartRun,
    _ hook: @escaping @Sendable () async throws -> Void
  ) async {
    let binding = wiring.bindings[turn.index]
    let limit = binding.timeouts.start ?? run.hookTimeout
    let retry = binding.retry
    var begun = built
    var number = 1
    while true {
      let problem: String
      let failure: DiagnosticsError
      switch await runHook(limit: limit, hook) {
      case .finished: return
      case .failed(let error):
        problem = wiring.secrets.conceal(error)
        failure = binding.startFailed(error, wiring.secrets, attempt: number)
      case .timedOut:
        problem = "took longer than \(limit.inWords)"
        failure = binding.startTimedOut(limit, attempt: number)
      }
      let isLast = number >= retry.mostAttempts || Task.isCancelled
      guard isLast ? run.fail() : !run.hasFailed else {
        turn.outcome = .cancelled
        return
      }
      let failed = ContainerObserver.AttemptFailed(
        key: binding.key, number: number, attempts: retry.mostAttempts, error: problem)
      root.activity?.post { $0.attemptFailed?(failed) }
      if isLast {
        turn.outcome = .failed(failure)
        return
      }
      let pause = retry.pause(after: number)
      turn.failedAttempts.append(
        .init(begun: begun, duration: run.time() - begun, error: problem, pause: pause))
      run.note(.retrying(failedAttempts: number), of: turn.index)
      // This error was before any other failure, which only ends the pause.
      guard (try? await Task.sleep(for: pause)) != nil, !Task.isCancelled, !run.hasFailed else {
        run.fail()
        turn.outcome = .failed(failure)
        return
      }
      begun = run.time()
      number += 1
    }
  }
}
