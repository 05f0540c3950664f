import PatchbayDiagnostics

/// The services that are built together: nearly always one, several where properties close a cycle.
///
/// At most one construction builds them at a time. Its callers wait for the end of that construction,
/// and not for this component: by the time that a waiting thread runs, another construction may have
/// begun, and waiting for that one would have to be entered in the ``WaitGraph`` first.
final class BuildGroup: Sendable {
  private let construction = Locked<Construction?>(nil)

  /// The running construction; nil where there is none. Only claims and its own end change it.
  var owner: Construction? {
    get { construction.withLock { $0 } }
    set { construction.withLock { $0 = newValue } }
  }

  /// Does the work of a claimed construction, unless another caller did it.
  ///
  /// - Returns: Whether this call did the work; otherwise it has ended, with success or not.
  func run(
    _ construction: Construction,
    _ work: () throws(DiagnosticsError) -> Void
  ) throws(DiagnosticsError) -> Bool {
    try construction.runOnce { () throws(DiagnosticsError) in
      // On success and failure alike: what is kept is kept by then, and nothing half built remains.
      defer { owner = nil }
      try work()
    }
  }

  /// Awaits the work of a claimed construction, which the first caller begins.
  ///
  /// - Returns: `nil` where it ended before.
  func outcome(
    of construction: Construction,
    _ work: @escaping @Sendable () async throws(DiagnosticsError) -> [Int: Product]
  ) async -> Construction.Outcome? {
    await construction.outcome { () async in
      let outcome: Construction.Outcome
      do throws(DiagnosticsError) {
        outcome = .success(try await work())
      } catch {
        outcome = .failure(error)
      }
      self.owner = nil
      return outcome
    }
  }
}
