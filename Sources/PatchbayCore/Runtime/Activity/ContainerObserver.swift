/// Receives what a container does, for logs and metrics.
///
/// ```swift
/// container.observe(
///   ContainerObserver(
///     built: { logger.debug("built \($0.key) in \($0.duration)") },
///     attemptFailed: { logger.warning("\($0.key), attempt \($0.number): \($0.error)") }))
/// ```
///
/// The closures run one after the other, in the order in which things happened, on a thread of their
/// own: no lock is held, and neither a request nor a task waits for them. `start()` and `stop()` return
/// when the closures have received everything that happened before, so a slow closure delays these two
/// alone. A closure must not wait for either of them.
public struct ContainerObserver: Sendable {
  /// A service that the container or a scope keeps was built.
  public struct Built: Sendable, Hashable {
    /// The service's key.
    public let key: String
    /// The scope that keeps it, such as `request`; nil for the container.
    public let scope: String?
    /// The time that its factory took. Services that are built together have the time of all.
    public let duration: Duration
  }

  /// A service was started.
  public struct Started: Sendable, Hashable {
    /// The service's key.
    public let key: String
    /// The time to build it, and until its run was ready and its `onStart` hook ended, with all attempts and pauses.
    public let duration: Duration
  }

  /// An attempt to start a service failed: its `ready`, or its `onStart` hook.
  public struct AttemptFailed: Sendable, Hashable {
    /// The service's key.
    public let key: String
    /// The number of the attempt, from 1.
    public let number: Int
    /// The number of attempts that its definition allows.
    public let attempts: Int
    /// The message of the error, without secrets.
    public let error: String
  }

  /// The run of a service ended, and no stop has asked for it.
  public struct Ended: Sendable, Hashable {
    /// The service's key.
    public let key: String
    /// The message of the error that it threw, without secrets; nil if it returned.
    public let error: String?
  }

  /// A service was stopped: its `onStop` hook and its run ended.
  public struct Stopped: Sendable, Hashable {
    /// The service's key.
    public let key: String
    /// What went wrong, without secrets; nil if nothing did.
    public let error: String?
  }

  /// A container that was started is released without `Container.stop()`, or a scope without `ServiceScope.close()`.
  public struct NeverStopped: Sendable, Hashable {
    /// The keys of the services that are never stopped, in the order in which they would have been. Their `onStop`
    /// hooks do not run, and their runs are cancelled.
    public let keys: [String]
    /// The scope, such as `request`; nil for the container.
    public let scope: String?
  }

  /// A service was overridden at run time.
  public struct Overridden: Sendable, Hashable {
    /// The key with which the service was overridden.
    public let key: String
  }

  var built: (@Sendable (Built) -> Void)?
  var started: (@Sendable (Started) -> Void)?
  var attemptFailed: (@Sendable (AttemptFailed) -> Void)?
  var ended: (@Sendable (Ended) -> Void)?
  var stopped: (@Sendable (Stopped) -> Void)?
  var overridden: (@Sendable (Overridden) -> Void)?
  var neverStopped: (@Sendable (NeverStopped) -> Void)?

  /// Creates an observer; what has no closure is not observed.
  ///
  /// - Parameters:
  ///   - built: Receives each service that the container or a scope builds and keeps.
  ///   - started: Receives each service that a start has built or started.
  ///   - attemptFailed: Receives each failed attempt to start a service.
  ///   - ended: Receives each service whose run ended before a stop.
  ///   - stopped: Receives each service that was stopped.
  ///   - overridden: Receives each override.
  ///   - neverStopped: Receives the services that were never stopped, if the container was started and is
  ///     released without a stop, or a scope has built them. A debug build writes them to standard error, too.
  public init(
    built: (@Sendable (Built) -> Void)? = nil,
    started: (@Sendable (Started) -> Void)? = nil,
    attemptFailed: (@Sendable (AttemptFailed) -> Void)? = nil,
    ended: (@Sendable (Ended) -> Void)? = nil,
    stopped: (@Sendable (Stopped) -> Void)? = nil,
    overridden: (@Sendable (Overridden) -> Void)? = nil,
    neverStopped: (@Sendable (NeverStopped) -> Void)? = nil
  ) {
    self.built = built
    self.started = started
    self.attemptFailed = attemptFailed
    self.ended = ended
    self.stopped = stopped
    self.overridden = overridden
    self.neverStopped = neverStopped
  }
}
