/// A service that can tell whether it works.
///
/// Every service with the tag `health-check` is asked by ``HealthEndpoint``.
protocol HealthCheck: Sendable {
  /// Returns where all is well, and throws what is wrong where it is not; ``Degraded`` where the
  /// service still works.
  func checkHealth() throws
}
