import PatchbayDiagnostics

/// The outcome of one service's turn, and its time.
struct StartTurn: Sendable {
  let index: Int
  let begun: Duration
  var built: Duration?
  /// When its hook ended, after all attempts; nil if it has none.
  var hooked: Duration?
  /// The failed attempts of its hook, whose times count from the same moment as `begun`.
  var failedAttempts: [StartReport.FailedAttempt] = []
  var outcome = Outcome.started

  enum Outcome {
    case started
    case failed(DiagnosticsError)
    /// Another service had failed. An error of its own hook is dropped, as a cancelled hook may end with any.
    case cancelled
  }

  var isStarted: Bool { if case .started = outcome { true } else { false } }
  var failure: DiagnosticsError? { if case .failed(let error) = outcome { error } else { nil } }
}

extension StartSchedule {
  /// Returns the report of the turns of a successful start.
  func report(
    _ turns: [StartTurn], _ builds: [StartReport.Build], _ wiring: Wiring, since begin: Duration,
    until end: Duration
  ) -> StartReport {
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let services = turns.inStableOrder { $0.begun < $1.begun }.map { turn in
      let built = turn.built ?? turn.begun
      let waitedFor = waits[turn.index, default: []].subtracting([turn.index])
      return StartReport.Service(
        key: wiring.bindings[turn.index].key,
        begun: turn.begun - begin,
        build: built - turn.begun,
        hook: turn.hooked.map { $0 - built },
        waitedFor: waitedFor.inStableOrder { places[$0, default: 0] < places[$1, default: 0] }
          .map { wiring.bindings[$0].key },
        failedAttempts: turn.failedAttempts.map { attempt in
          StartReport.FailedAttempt(
            begun: attempt.begun - begin, duration: attempt.duration, error: attempt.error,
            pause: attempt.pause)
        }
      )
    }
    return StartReport(
      services: services,
      builds: builds.inStableOrder { $0.begun < $1.begun }.map { build in
        StartReport.Build(
          key: build.key, begun: build.begun - begin, duration: build.duration,
          requestedBy: build.requestedBy)
      },
      duration: end - begin)
  }
}
