import PatchbayDiagnostics

extension Container {
  /// Runs the start hook of a service, and again after a pause while it fails and attempts are left.
  ///
  /// No attempt follows if the start was cancelled or another service has failed.
  ///
  /// - Returns: The attempts that failed and were followed by another one; nil for an attempt that ends with an
  ///   error after another service has failed, as a cancelled hook may end with any.
  /// - Throws: The error of the last attempt.
  func attempt(
    _ index: Int, since built: Duration, in run: StartRun,
    _ hook: @escaping @Sendable () async throws -> Void
  ) async throws(DiagnosticsError) -> [StartReport.FailedAttempt]? {
    let binding = wiring.bindings[index]
    let limit = binding.timeouts.start ?? run.hookTimeout
    let retry = binding.retry
    var begun = built
    var attempts: [StartReport.FailedAttempt] = []
    while true {
      let number = attempts.count + 1
      let problem: String
      let failure: DiagnosticsError
      switch await runHook(limit: limit, hook) {
      case .finished: return attempts
      case .failed(let error):
        problem = wiring.secrets.conceal(error)
        failure = binding.startFailed(error, wiring.secrets, attempt: number)
      case .timedOut:
        problem = "took longer than \(limit.inWords)"
        failure = binding.startTimedOut(limit, attempt: number)
      }
      let isLast = number >= retry.mostAttempts || Task.isCancelled
      guard isLast ? run.fail() : !run.hasFailed else { return nil }
      let failed = ContainerObserver.AttemptFailed(
        key: binding.key, number: number, attempts: retry.mostAttempts, error: problem)
      root.activity?.post { $0.attemptFailed?(failed) }
      if isLast { throw failure }
      let pause = retry.pause(after: number)
      attempts.append(
        .init(begun: begun, duration: run.time() - begun, error: problem, pause: pause))
      run.note(.retrying(failedAttempts: number), of: index)
      // This error was before any other failure, which only ends the pause.
      guard (try? await Task.sleep(for: pause)) != nil, !Task.isCancelled, !run.hasFailed else {
        run.fail()
        throw failure
      }
      begun = run.time()
    }
  }
}
