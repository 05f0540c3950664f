/// Lets a service report which services of its container have started, if its factory declares the parameter
/// `.readiness`.
///
/// A probe reaches no service, so that a service that takes one does not wait for others at the start. It does not retain
/// its container, and may be used from any thread.
public struct ReadinessProbe: Sendable {
  weak let container: Container?

  /// Which services of the container have started; see ``Container/readiness``.
  ///
  /// Of a container that no longer exists, it is that of one which is stopped, without services.
  public var current: Readiness {
    container?.readiness ?? Readiness(phase: .stopped, services: [])
  }
}
