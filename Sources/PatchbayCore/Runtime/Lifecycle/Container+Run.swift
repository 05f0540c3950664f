extension Container {
  /// Starts the container, waits until the program is to end, and stops the container.
  ///
  /// ```swift
  /// try await container.run { report in
  ///   print("ready in \(report.duration)")
  /// }
  /// ```
  ///
  /// A program is to end when it gets SIGINT (control-C) or SIGTERM, when `operation` returns or throws,
  /// or when the task that called is cancelled. From the moment of the call the first of these signals
  /// is such a wish; one that comes while the container starts waits for the start. A second signal ends
  /// the process at once, whatever a hook may be doing. What the program did on these signals before is
  /// done again after the call.
  ///
  /// When a signal comes, `ready` and `operation` are cancelled, and the container is stopped when they
  /// have returned.
  ///
  /// - Parameters:
  ///   - hookTimeout: how long one start or stop hook may take, where its definition says nothing under
  ///     `timeouts`; nil for as long as it likes.
  ///   - ready: run once when everything is started, with the report of the start.
  ///   - operation: what the program is for; without one it runs until a signal comes.
  /// - Throws: as ``start(hookTimeout:)`` and ``stop(hookTimeout:)``; what `ready` or `operation` throws, after
  ///   the container was stopped. Ending by a signal is no error.
  public func run(
    hookTimeout: Duration? = nil,
    ready: @escaping @Sendable (StartReport) async throws -> Void = { _ in },
    until operation: (@Sendable () async throws -> Void)? = nil
  ) async throws {
    let wish = StopSignals.begin()
    defer { wish.end() }
    let report: StartReport
    do {
      report = try await start(hookTimeout: hookTimeout)
    } catch {
      // Where a hook asked for the stop, it may still run; its failures say less than the start's error.
      try? await stop(hookTimeout: hookTimeout)
      throw error
    }
    do {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          await wish.wait()
          return true
        }
        group.addTask {
          try await ready(report)
          try await operation?()
          return operation != nil
        }
        // Whether it is over; `ready` alone ends nothing.
        while let isOver = try await group.next(), !isOver {}
        group.cancelAll()
      }
    } catch {
      // Its own error says more than what the hooks do afterwards.
      try? await stop(hookTimeout: hookTimeout)
      throw error
    }
    try await stop(hookTimeout: hookTimeout)
  }
}
