public import PatchbayDiagnostics

extension Container {
  /// Stops what was built and has an `onStop` hook, and then gives nothing any more.
  ///
  /// Each service stops before what it depends on and before what it started after; otherwise the
  /// last that was built stops first. Every hook runs, whatever the others do. While the hooks run,
  /// services can still be asked for; afterwards every request is a `container-shut-down`.
  ///
  /// A second call does nothing, also from within a hook.
  ///
  /// - Parameter limit: how long one hook may take, where its definition says nothing under
  ///   `timeouts`; nil for as long as it likes. A hook that overruns is cancelled and left behind.
  /// - Throws: ``DiagnosticsError`` with a `stop-failed` for each hook that failed or overran.
  public func stop(limit: Duration? = nil) async throws(DiagnosticsError) {
    guard root.enterStop() else { return }
    let failures = await stopAll(limit: limit)
    if !failures.isEmpty { throw joined(failures) }
  }

  /// Stops what was built, and gives nothing any more.
  func stopAll(limit: Duration?) async -> [DiagnosticsError] {
    let failures = await root.stopAll(limit: limit)
    overlays.close()
    return failures
  }
}
