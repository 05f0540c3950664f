import PatchbayDiagnostics

func startFailed(
  _ binding: Binding,
  _ error: any Error,
  _ secrets: SecretTexts
) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .startFailed,
      "`\(binding.key)` could not be started: \(secrets.conceal(error))",
      labels: [.init(binding.place, "built by the factory `\(binding.entry.name)`")],
      notes: [
        "the factory is declared at \(binding.entry.location)",
        "what had been built is stopped again",
      ]
    ),
    underlying: error
  )
}

func startTimedOut(_ binding: Binding, _ limit: Duration?) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .startTimedOut,
      "`\(binding.key)` took longer than \(words(limit)) to start",
      labels: [.init(binding.place, "built by the factory `\(binding.entry.name)`")],
      notes: ["what had been built is stopped again"],
      fixIts: [
        .init("give it more time", suggestion: "timeouts: { start: <duration> }")
      ]
    )
  )
}

func stopFailed(_ binding: Binding, _ what: String, _ error: (any Error)?) -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .stopFailed,
      "the stop hook of `\(binding.key)` \(what)",
      labels: [.init(binding.place, "built by the factory `\(binding.entry.name)`")],
      notes: ["everything else was stopped all the same"]
    ),
    underlying: error
  )
}

func startInsideStart() -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(
      .reentrantResolution,
      "`start()` was called by a hook or a factory that the running start waits for",
      fixIts: [
        .init("remove the call: the container is being started; or do not wait for it there")
      ]
    )
  )
}

func containerStopped() -> DiagnosticsError {
  DiagnosticsError(
    Diagnostic(.containerShutDown, "the container is shut down")
  )
}

/// Joins several errors to one; the first underlying error stays reachable.
func joined(_ errors: [DiagnosticsError]) -> DiagnosticsError {
  var collector = DiagnosticCollector()
  for error in errors { for diagnostic in error.diagnostics { collector.add(diagnostic) } }
  let underlying = errors.lazy.compactMap(\.underlying).first
  // Every error contains at least one diagnostic of severity error.
  return DiagnosticsError(collector.errors, underlying: underlying) ?? errors[0]
}

/// Returns a limit as a configuration writes it.
func words(_ limit: Duration?) -> String {
  guard let limit else { return "allowed" }
  let milliseconds = limit / .milliseconds(1)
  // Limits and defaults are never finer than milliseconds.
  guard milliseconds == milliseconds.rounded() else { return "\(limit)" }
  if milliseconds < 1_000 { return "\(Int(milliseconds.rounded()))ms" }
  let seconds = milliseconds / 1_000
  return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
}
