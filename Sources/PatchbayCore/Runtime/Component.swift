import PatchbayDiagnostics

/// What is built together: nearly always one service, several where properties close a cycle.
///
/// Its gate is held while it is built; whoever needs it meanwhile waits there. No gate is held while
/// another component is built, unless a factory's own code asks for one, and that way back is
/// watched by the ``WaitGraph``.
final class Component: Sendable {
  private let gate = Locked(())
  private let construction = Locked<Construction?>(nil)

  /// The running construction, where there is one; only changed by claims and by its own end.
  var owner: Construction? {
    get { construction.withLock { $0 } }
    set { construction.withLock { $0 = newValue } }
  }

  /// Runs the work of a claimed construction, once: whoever comes through the gate first does it,
  /// be it the one who claimed it or one who joined, and the others wait meanwhile.
  ///
  /// So nobody can find the gate open between the claim and the work, and has to ask in vain.
  ///
  /// - Returns: whether this call did the work; otherwise it is over, well or not.
  func run(
    _ construction: Construction,
    _ work: () throws(DiagnosticsError) -> Void
  ) throws(DiagnosticsError) -> Bool {
    try gate.withLock { _ throws(DiagnosticsError) in
      guard !construction.isFinished else { return false }
      // Whatever becomes of it: what is kept is kept by then, and nothing half built remains.
      defer {
        owner = nil
        construction.finish()
      }
      try construction.perform(work)
      return true
    }
  }

  /// What was built by a task, by index.
  typealias Outcome = Result<[Int: Product], DiagnosticsError>

  private let running = Locked<(construction: Construction, task: Task<Outcome, Never>)?>(nil)

  /// What comes of a claimed construction that has to be awaited: whoever comes first begins the work,
  /// in a task of its own, and all wait for the same one.
  ///
  /// The task knows nothing of who waits: that the first is cancelled does not end it.
  ///
  /// - Returns: nil where it was over before, well or not.
  func outcome(
    of construction: Construction,
    _ work: @escaping @Sendable () async throws(DiagnosticsError) -> [Int: Product]
  ) async -> Outcome? {
    let task = running.withLock { running -> Task<Outcome, Never>? in
      if let (current, task) = running, current === construction { return task }
      // Finished under this lock: a task that is not to be seen here was there and is over.
      guard !construction.isFinished else { return nil }
      let task = Task { await self.perform(work, for: construction) }
      running = (construction, task)
      return task
    }
    return await task?.value
  }

  private func perform(
    _ work: @Sendable () async throws(DiagnosticsError) -> [Int: Product],
    for construction: Construction
  ) async -> Outcome {
    let outcome: Outcome
    do throws(DiagnosticsError) {
      outcome = .success(try await construction.performAwaiting(work))
    } catch {
      outcome = .failure(error)
    }
    owner = nil
    running.withLock { running in
      construction.finish()
      running = nil
    }
    return outcome
  }
}
