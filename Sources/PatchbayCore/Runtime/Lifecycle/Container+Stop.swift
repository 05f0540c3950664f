public import PatchbayDiagnostics

extension Container {
  /// Stops the services that were built and have an `onStop` hook, and shuts the container down.
  ///
  /// Open scopes that have services to stop are closed before the services that those of scopes may
  /// use, and after all others, such as a server that waits for its requests. Their start, if it
  /// still runs, is cancelled and awaited. Each service stops before the services that it depends
  /// on and those that it started after; otherwise the last one that was built stops first. Every
  /// hook runs, even if others fail or the calling task is cancelled. While the hooks run, services
  /// can still be resolved and scopes opened, which are closed last; afterwards every request
  /// throws `container-shut-down`.
  ///
  /// A call during the start cancels the start, waits for its end, and then stops the services that
  /// were built. A second call waits for the first and throws the same error. A call by a hook or a
  /// factory of this container does not wait, because the stop would wait for its caller.
  ///
  /// - Parameter hookTimeout: How long each hook may take if its definition sets no limit under
  ///   `timeouts`; nil for no limit. A hook that exceeds its limit is cancelled and no longer
  ///   awaited.
  /// - Throws: ``DiagnosticsError`` with a `stop-failed` for each hook that failed or exceeded its
  ///   hookTimeout.
  public func stop(hookTimeout: Duration? = nil) async throws(DiagnosticsError) {
    // A call by a hook or a factory waits for nothing.
    let isInside = LifecycleRun.isInside(root)
    let failures = await root.stop(of: self, hookTimeout: hookTimeout)
    if !isInside { await root.activity?.flush() }
    if !failures.isEmpty { throw failures.joined() }
  }
}
