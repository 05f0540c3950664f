import PatchbayDiagnostics

/// The outcome of a hook.
enum HookOutcome: Sendable {
  case finished
  case failed(any Error)
  case timedOut
  /// The service's run ended, and the hook cannot succeed without it.
  case runEnded(RunEnd)
}

/// Runs a hook, with a limit on its duration by a clock, and next to the run that it needs.
///
/// A hook that exceeds the limit is cancelled and abandoned: Swift cannot end it, and waiting for
/// one that ignores cancellation would block the whole program. So is one whose run has ended.
func runHook(
  limit: Duration?, by clock: LimitClock, nextTo run: ServiceRun? = nil, isAwaited: Bool = false,
  _ body: @escaping @Sendable () async throws -> Void
) async -> HookOutcome {
  @Sendable func outcome() async -> HookOutcome {
    do {
      try await body()
      return .finished
    } catch { return .failed(error) }
  }
  guard limit != nil || run != nil else { return await outcome() }
  let race = Race()
  // First, as the hook may be ready before the next line.
  run?.decide(race, isAwaited: isAwaited)
  if let limit { clock.watch(race, for: limit) }
  let work = Task { race.settle(await outcome()) }
  let first = await withTaskCancellationHandler {
    await race.outcome()
  } onCancel: {
    work.cancel()
    run?.cancelUnlessReady()
  }
  clock.forget(race)
  switch first {
  case .timedOut, .runEnded: work.cancel()
  case .finished, .failed: break
  }
  return first
}

/// The first of several outcomes; the others are dropped.
final class Race: Sendable {
  private struct State {
    var outcome: HookOutcome?
    var waiter: CheckedContinuation<HookOutcome, Never>?
  }

  private let state = Locked(State())

  func settle(_ outcome: HookOutcome) {
    let waiter = state.withLock { state -> CheckedContinuation<HookOutcome, Never>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: outcome)
  }

  func outcome() async -> HookOutcome {
    await withCheckedContinuation { continuation in
      let settled = state.withLock { state -> HookOutcome? in
        if state.outcome == nil { state.waiter = continuation }
        return state.outcome
      }
      if let settled { continuation.resume(returning: settled) }
    }
  }
}
