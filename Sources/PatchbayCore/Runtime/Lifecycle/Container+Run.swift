extension Container {
  /// Starts the container, waits until the program is asked to end, and stops the container.
  ///
  /// ```swift
  /// try await container.run { report in
  ///   print("ready in \(report.duration)")
  /// }
  /// ```
  ///
  /// The program ends when it receives SIGINT (control-C) or SIGTERM, when `operation` returns or
  /// throws, when the calling task is cancelled, or when any code stops the container or a parent of
  /// it. From the moment of the call, the first signal asks for a graceful shutdown; one that arrives
  /// while the container starts cancels the start. A second signal ends the process at once, even
  /// while hooks run. After the call, the previous signal handlers of the program are in effect again.
  ///
  /// A signal cancels the start, `ready` and `operation`; the container is stopped when they have returned. An error
  /// that they throw after a signal is dropped, as cancelled work may end with any: report there what must not be lost.
  /// A call of ``stop(hookTimeout:)`` does the same, except that the stop does not wait for them; `run` throws what that
  /// call throws. If it comes during the start, `run` throws what ``start(hookTimeout:)`` throws.
  ///
  /// - Parameters:
  ///   - hookTimeout: How long each start or stop hook may take if its definition sets no limit under
  ///     `timeouts`; nil for no limit.
  ///   - ready: Runs once when everything is started, with the report of the start.
  ///   - operation: The main work of the program; by default it runs until a signal arrives.
  /// - Throws: The errors of ``start(hookTimeout:)`` and ``stop(hookTimeout:)``; those of `ready` or
  ///   `operation`, after the container was stopped. Ending by a signal or a stop is no error.
  public func run(
    hookTimeout: Duration? = nil,
    ready: @escaping @Sendable (StartReport) async throws -> Void = { _ in },
    until operation: (@Sendable () async throws -> Void)? = nil
  ) async throws {
    let wish = StopSignals.begin()
    // Requests to a child fail once a parent is stopped.
    let stores = sequence(first: self, next: \.parent).map(\.root)
    defer {
      for store in stores { store.forget(wish) }
      wish.end()
    }
    do {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          await wish.wait()
          return true
        }
        group.addTask {
          let report: StartReport
          do {
            report = try await self.start(hookTimeout: hookTimeout)
          } catch _ where Task.isCancelled {
            return true
          }
          // Only from here: a stop during the start ends with the error of the start.
          for store in stores { store.grantAtStop(wish) }
          guard !Task.isCancelled else { return true }
          do {
            try await ready(report)
            try await operation?()
            return operation != nil
          } catch _ where Task.isCancelled || stores.contains(where: \.isStopping) {
            return true
          }
        }
        // Only a `true` ends the loop; `ready` alone does not.
        while let isOver = try await group.next(), !isOver {}
        group.cancelAll()
      }
    } catch {
      // The error of the start or the operation is more important than those of the hooks. If a hook
      // requested the stop, it may still run.
      try? await stop(hookTimeout: hookTimeout)
      throw error
    }
    try await stop(hookTimeout: hookTimeout)
  }
}

extension InstanceStore {
  /// Has a stop end a wait, at once if it was requested before.
  fileprivate func grantAtStop(_ wish: StopWish) {
    let isStopping = lifecycle.withLock { lifecycle in
      if hasStopBegun(lifecycle) { return true }
      lifecycle.needed.wishes[wish.id] = wish
      return false
    }
    if isStopping { wish.grant() }
  }

  fileprivate func forget(_ wish: StopWish) {
    lifecycle.withLock { $0?.wishes[wish.id] = nil }
  }
}
