/// How long a stop waits for what it stops.
struct StopLimits: Sendable, Equatable {
  /// The limit of each stop hook, and of each run until it is cancelled; nil for none.
  var timeout: Duration? = .seconds(20)
  /// How long a run is awaited after it was cancelled, if no limit is over later.
  var afterCancellation: Duration = .seconds(5)
  /// How long a stop may take until the failure that caused it is written to standard error.
  var untilReport: Duration = .seconds(1)

  /// Returns the limit of a service.
  func limit(of planned: PlannedService) -> Duration? {
    planned.timeouts.isStopUnlimited ? nil : planned.timeouts.stop ?? timeout
  }
}

extension Container {
  /// How long each stop hook, and each run that a stop ends, may take: 20 seconds unless it is set; nil for no limit.
  ///
  /// ```swift
  /// let container = Container(plan)
  /// container.stopTimeout = .seconds(8)  // the platform kills after 10 seconds
  /// ```
  ///
  /// `timeouts: { stop: … }` of a definition takes precedence. A hook that exceeds its limit is cancelled and no longer
  /// awaited. A run that does is cancelled, and awaited for at most 5 seconds more. Both are reported as `stop-failed`.
  ///
  /// It applies to the container's scopes, too. Children of the container, and those that `overlaid(by:)` returns, begin
  /// with the value that it has when they are created.
  public var stopTimeout: Duration? {
    get { root.stopLimits.timeout }
    set { changeStopLimits { $0.timeout = newValue } }
  }

  func changeStopLimits(_ change: (inout StopLimits) -> Void) {
    root.lifecycle.withLock { lifecycle in
      var limits = lifecycle?.stopLimits ?? StopLimits()
      change(&limits)
      lifecycle.needed.stopLimits = limits
    }
  }

  /// Takes over the limits of another container.
  func inheritStopLimits(of other: Container) {
    // Most have the default, and no lifecycle yet.
    guard let limits = other.root.lifecycle.withLock({ $0?.stopLimits }) else { return }
    changeStopLimits { $0 = limits }
  }
}

extension InstanceStore {
  /// The limits of the container.
  var stopLimits: StopLimits { root.lifecycle.withLock { $0?.stopLimits } ?? StopLimits() }
}
