public import PatchbayDiagnostics

extension Container {
  /// Stops what was built and has an `onStop` hook, and shuts the container down.
  ///
  /// Each service stops before what it depends on and before what it started after; otherwise the
  /// last that was built stops first. Every hook runs, whatever the others do, and also where the
  /// calling task is cancelled. While the hooks run, services can still be asked for; afterwards every
  /// request is a `container-shut-down`.
  ///
  /// A call during the start cancels the start, waits for its end, and then stops what was built. A
  /// second call waits for the first and throws what that throws. A hook or a factory of this container
  /// that calls `stop()` does not wait, as the stop would wait for it.
  ///
  /// - Parameter hookTimeout: how long one hook may take, where its definition says nothing under
  ///   `timeouts`; nil for as long as it likes. A hook that overruns is cancelled and left behind.
  /// - Throws: ``DiagnosticsError`` with a `stop-failed` for each hook that failed or overran.
  public func stop(hookTimeout: Duration? = nil) async throws(DiagnosticsError) {
    let failures = await root.stop(in: self, hookTimeout: hookTimeout)
    if !failures.isEmpty { throw joined(failures) }
  }
}
