public import PatchbayDiagnostics

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
  /// throws, when the run of a service ends whose definition does not say `ends: continue`, when the
  /// calling task is cancelled, or when any code stops the container or a parent of it. From the
  /// moment of the call, the first signal asks for a graceful shutdown; one that arrives while the
  /// container starts cancels the start. A second signal ends the process at once, even while hooks
  /// run. After the call, the previous signal handlers of the program are in effect again. A SIGINT that the process
  /// ignored before, as one that a shell runs in the background, stays ignored.
  ///
  /// A signal cancels the start, `ready` and `operation`; the container is stopped when they have returned. An error
  /// that they throw after a signal is dropped, as cancelled work may end with any: report there what must not be lost.
  /// A call of ``stop()`` does the same, except that the stop does not wait for them; `run` throws what that
  /// call throws. If it comes during the start, `run` throws what ``start()`` throws.
  ///
  /// A failure that ends the program is thrown when the container has stopped; that of a run with the errors of the stop.
  /// If that takes longer than a second, and no observer receives the ends of runs, it is written to standard error, in one line.
  /// So is a run that has returned, as the program stops without an error then.
  ///
  /// - Parameters:
  ///   - signals: Which signals end the program; `.none` leaves those of the process to others, such
  ///     as a service group that this is a part of.
  ///   - ready: Runs once when everything is started, with the report of the start.
  ///   - operation: The main work of the program; by default it runs until a signal arrives.
  /// - Throws: The errors of ``start()`` and ``stop()``; those of `ready` or
  ///   `operation`, after the container was stopped; before all of them a `service-ended`. Ending by a
  ///   signal or a stop is no error.
  public func run(
    signals: SignalHandling = .standard,
    ready: @escaping @Sendable (StartReport) async throws -> Void = { _ in },
    until operation: (@Sendable () async throws -> Void)? = nil
  ) async throws {
    let shutdown = ShutdownWait()
    if signals.areHandled { StopSignals.begin(shutdown) }
    let (stores, late) = (stores, LateReport(self))
    root.lifecycle.withLock { $0.needed.late = late }
    defer {
      root.lifecycle.withLock { $0?.late = nil }
      late.end()
      for store in stores { store.forget(shutdown) }
      if signals.areHandled { StopSignals.end(shutdown) }
    }
    var failure: (any Error)?
    do {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          await shutdown.wait()
          return true
        }
        group.addTask {
          let report: StartReport
          do {
            report = try await self.start()
          } catch _ where Task.isCancelled {
            return true
          }
          // Only from here: a stop during the start ends with the error of the start.
          for store in stores { store.finishAtEnd(shutdown) }
          guard !Task.isCancelled, !stores.contains(where: \.hasEnded) else { return true }
          do {
            try await ready(report)
            try await operation?()
            return operation != nil
          } catch _
            where Task.isCancelled || stores.contains(where: { $0.isStopping || $0.hasEnded })
          {
            return true
          }
        }
        // Only a `true` ends the loop; `ready` alone does not.
        while let isOver = try await group.next(), !isOver {}
        // Before what goes on is awaited.
        if let ending { late.begin(ending) }
        group.cancelAll()
      }
    } catch { failure = error }
    if let failure { late.begin(failure) }
    var stopFailure: DiagnosticsError?
    do throws(DiagnosticsError) { try await stop() } catch { stopFailure = error }
    if let ended = ending?.error {
      throw ended.changed(ended.diagnostics + (stopFailure?.diagnostics ?? []))
    }
    // The error of the start or the operation is more important than those of the hooks. If a hook
    // requested the stop, it may still run.
    if let failure { throw failure }
    if let stopFailure { throw stopFailure }
  }

  /// Its own store and those of its parents: requests to a child fail once a parent is stopped.
  private var stores: [InstanceStore] { sequence(first: self, next: \.parent).map(\.root) }

  /// The run that ended the program, its own or that of a parent; nil if none has.
  private var ending: Lifecycle.Ending? { stores.lazy.compactMap(\.ending).first }

  /// Its error; nil if it just returned.
  package var endError: DiagnosticsError? { ending?.error }

  /// Waits until the program has to end: until a stop begins, here or in a parent, or the run of a service ends that
  /// the program needs.
  ///
  /// It is the part of ``run(signals:ready:until:)`` for programs that start and stop the container
  /// themselves. It stops nothing. A run that ends before the call ends the wait at once, and one that ends during
  /// the start does when the start has ended. The cancellation of the calling task ends it, too.
  ///
  /// - Throws: ``DiagnosticsError`` with `service-ended` if a run failed, or returned and its definition says
  ///   `ends: fail`.
  public func waitUntilEnded() async throws(DiagnosticsError) {
    let (wait, stores) = (ShutdownWait(), stores)
    for store in stores { store.finishAtEnd(wait) }
    await wait.wait()
    for store in stores { store.forget(wait) }
    if let error = endError { throw error }
  }

  /// Stops the services that were built and have an `onStop` hook or a run, and shuts the container down.
  ///
  /// Open scopes that have services to stop are closed before the services that those of scopes may
  /// use, and after all others, such as a server that waits for its requests. Their start, if it
  /// still runs, is cancelled and awaited. Each service stops before the services that it waited for
  /// at the start, and one that resolves others dynamically also before those that were built before it,
  /// unless both run; independent ones stop at the same time. Every
  /// hook runs, even if others fail or the calling task is cancelled. While the hooks run, services
  /// can still be resolved and scopes opened, which are closed last; afterwards every request
  /// throws `container-shut-down`.
  ///
  /// A call during the start cancels the start, waits for its end, and then stops the services that
  /// were built. A second call waits for the first and throws the same error. A call by a hook, a
  /// run or a factory of this container does not wait, because the stop would wait for its caller.
  ///
  /// Each hook and each run may take as long as ``stopTimeout`` says, unless its definition has a limit.
  ///
  /// - Throws: ``DiagnosticsError`` with a `stop-failed` for each hook and each run that failed or exceeded its
  ///   limit.
  public func stop() async throws(DiagnosticsError) {
    // A call by a hook or a factory waits for nothing.
    let isInside = LifecycleRun.isInside(root)
    let failures = await root.stop(of: self)
    if !isInside { await root.activity?.flush() }
    if !failures.isEmpty { throw failures.joined() }
  }

  /// Which services of this container have started; a program's readiness probe answers with it.
  ///
  /// It is a snapshot, and can be read from any thread at any time. It covers the services that
  /// ``start()`` builds or starts: not those of a parent, of scopes, that an override replaces, or that a later
  /// request builds. Reading it builds nothing and takes time proportional to the number of services.
  public var readiness: Readiness {
    let (own, progress, running, omitted) = root.progress
    // Its requests fail, too, when a parent has stopped.
    let phase = stores.contains { $0.isClosed } ? .stopped : own
    var services: [Readiness.Service] = []
    for index in wiring.services.indices {
      let planned = wiring.services[index]
      guard planned.scope.depth == 0, planned.isStarted, !omitted.contains(index) else { continue }
      var state = progress[index] ?? .waiting
      if state == .started, phase == .stopped { state = .stopped }
      services.append(
        Readiness.Service(
          key: planned.key, state: state, isRunning: running.contains(index)))
    }
    return Readiness(phase: phase, services: services)
  }
}

/// Which signals a running program takes as requests for its end.
public struct SignalHandling: Sendable {
  let areHandled: Bool

  /// SIGINT (control-C) and SIGTERM.
  public static let standard = SignalHandling(areHandled: true)
  /// None: the handlers of the process stay as they are.
  public static let none = SignalHandling(areHandled: false)
}
