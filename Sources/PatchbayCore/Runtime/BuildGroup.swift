import PatchbayDiagnostics

/// The services that are built together: nearly always one, several if properties close a cycle.
///
/// At most one construction builds them at a time. Its callers wait for the end of that
/// construction, and not for the group: when a waiting thread resumes, another construction may
/// have begun, and waiting for that one requires an entry in the ``WaitGraph`` first.
final class BuildGroup: Sendable {
  private let construction = Locked<Construction?>(nil)

  /// The running construction; nil if there is none. Only claiming and its own end change it.
  var owner: Construction? {
    get { construction.withLock { $0 } }
    set { construction.withLock { $0 = newValue } }
  }

  /// Does the work of a claimed construction, unless another caller did it.
  ///
  /// - Returns: Whether this call did the work; if not, the construction has ended, with or without
  ///   success.
  func run(
    _ construction: Construction, _ work: () throws(DiagnosticsError) -> Void
  ) throws(DiagnosticsError) -> Bool {
    try construction.runOnce { () throws(DiagnosticsError) in
      // On success and failure alike: products are stored by now, and no incomplete one remains.
      defer { owner = nil }
      try work()
    }
  }

  /// Awaits the work of a claimed construction, which the first caller begins.
  ///
  /// - Returns: `nil` if the construction had already ended.
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
