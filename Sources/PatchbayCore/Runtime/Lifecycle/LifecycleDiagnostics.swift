import PatchbayDiagnostics

extension PlannedService {
  /// - Parameters:
  ///   - error: The error of the last attempt.
  ///   - secrets: The texts that the message conceals.
  ///   - attempt: The number of the last attempt.
  /// - Returns: The error of the start.
  func startFailed(
    _ error: any Error, _ secrets: SecretTexts, attempt: Int = 1
  ) -> DiagnosticsError {
    diagnostic(.startFailed, "`\(key)` could not be started: \(secrets.conceal(error))")
      .note(factoryNote)
      .notes(attemptNotes(attempt))
      .note("what had been built is stopped again")
      .asError(from: error)
  }

  func startTimedOut(_ limit: Duration?, attempt: Int) -> DiagnosticsError {
    diagnostic(.startTimedOut, "`\(key)` took longer than \(limit.inWords) to start")
      .notes(attemptNotes(attempt))
      .note("what had been built is stopped again")
      .fix("give it more time", suggestion: "timeouts: { start: <duration> }")
      .asError()
  }

  /// The number of the attempt that failed, if there may be several.
  private func attemptNotes(_ attempt: Int) -> [String] {
    retry.mostAttempts == 1 ? [] : ["this was attempt \(attempt) of \(retry.mostAttempts)"]
  }

  func stopFailed(_ what: String, _ error: (any Error)?) -> DiagnosticsError {
    diagnostic(.stopFailed, what)
      .note("everything else was stopped anyway")
      .asError(from: error)
  }

  /// Returns the error of a start whose service's run ended before it was ready.
  func startEnded(_ end: RunEnd, _ secrets: SecretTexts) -> DiagnosticsError {
    let underlying: (any Error)? = if case .failed(let error) = end { error } else { nil }
    let what = end.problem(secrets).map { "failed: \($0)" } ?? "returned before it was ready"
    return diagnostic(.startFailed, "`\(key)` could not be started: its run \(what)")
      .note(factoryNote)
      .note(
        retry.mostAttempts == 1 ? nil : "a run is begun once, so that no further attempt follows"
      )
      .note("what had been built is stopped again")
      .asError(from: underlying)
  }
}

extension RunEnd {
  /// The message of its error, without secrets; nil if it returned.
  func problem(_ secrets: SecretTexts) -> String? {
    if case .failed(let error) = self { secrets.conceal(error) } else { nil }
  }

  /// Returns the error of a program that cannot go on after it; nil if the program just stops.
  func error(of planned: PlannedService, _ secrets: SecretTexts) -> DiagnosticsError? {
    switch self {
    case .failed(let error):
      let diagnostic = planned.diagnostic(
        .serviceEnded, "the run of `\(planned.key)` failed: \(secrets.conceal(error))"
      )
      .note(planned.factoryNote)
      // An error of the wiring is to be fixed.
      return error is DiagnosticsError
        ? diagnostic.asError(from: error)
        : diagnostic.fix("to continue without it, write `ends: continue`").asError(from: error)
    case .returned where planned.ends == .fail:
      return planned.diagnostic(
        .serviceEnded,
        "the run of `\(planned.key)` returned, and the program cannot go on without it"
      )
      .note(planned.factoryNote)
      .note("`ends: fail` makes this an error; with `stop`, the program would stop without one")
      .asError()
    case .returned: return nil
    }
  }
}

extension DiagnosticsError {
  static func startInsideStart() -> DiagnosticsError {
    Diagnostic(
      .reentrantResolution,
      "`start()` was called by a hook, a run or a factory of the container while that starts"
    )
    .fix("remove the call: the container is being started; or do not wait for it there")
    .asError()
  }

  /// Returns the error of what comes after a stop: of a request for a key, or of anything else.
  static func containerStopped(beforeAsking key: String? = nil) -> DiagnosticsError {
    Diagnostic(
      .containerShutDown,
      key.map { "`\($0)` was asked for after the container was stopped" }
        ?? "the container is shut down"
    ).asError()
  }
}

extension InstanceStore {
  /// The error of what comes after its stop has begun.
  var stoppedError: DiagnosticsError {
    depth == 0 || root.isStopping
      ? .containerStopped() : .scopeClosed(wiring.scopeNames[depth - 1])
  }

  /// The error of a start after the stop.
  var startedTooLate: DiagnosticsError {
    guard depth == 0 else { return stoppedError }
    return stoppedError.changed(
      stoppedError.diagnostics.map {
        $0.fix("a container starts once: create a new one from the same plan, `Container(plan)`")
      })
  }
}

extension [DiagnosticsError] {
  /// Joins several errors to one; the first underlying error stays reachable.
  func joined() -> DiagnosticsError {
    var collector = DiagnosticCollector()
    for error in self { for diagnostic in error.diagnostics { collector.add(diagnostic) } }
    let underlying = lazy.compactMap(\.underlying).first
    // Every error contains at least one diagnostic of severity error.
    var error = DiagnosticsError(collector.errors, underlying: underlying) ?? self[0]
    error.isOfRequest = contains(where: \.isOfRequest)
    return error
  }
}

extension Duration? {
  /// A limit as a configuration writes it.
  var inWords: String { self?.configurationText ?? "allowed" }
}

extension DiagnosticsError {
  /// Returns the error of a start with the path of requests from an entry point to the service that
  /// was started.
  ///
  /// A start builds the services that others need on their own, so that nothing else says for which
  /// of them the failed one is.
  func started(for path: [Diagnostic.ResolutionStep]) -> DiagnosticsError {
    let diagnostics = diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      if diagnostic.requestedBy.isEmpty {
        return diagnostic.requested(by: path)
      }
      // The path of a construction begins with the service that was started.
      if diagnostic.requestedBy.first == path.last {
        diagnostic.requestedBy = path.dropLast() + diagnostic.requestedBy
      }
      return diagnostic
    }
    return changed(diagnostics)
  }
}
