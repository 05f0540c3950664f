/// A snapshot of which services of a container have started.
///
/// ```swift
/// let readiness = container.readiness
/// respond(status: readiness.isReady ? 200 : 503, text: "\(readiness)")
/// // starting: 1 of 3 services have started; not yet: pool, server
/// ```
public struct Readiness: Sendable, Hashable {
  /// What a container does.
  public enum Phase: Sendable, Hashable {
    /// `start()` was not called.
    case notStarted
    /// `start()` has not ended.
    case starting
    /// `start()` has succeeded.
    case started
    /// A service has ended that the program needs; nothing was stopped yet.
    case ended
    /// A stop was requested, or a failed start is undone.
    case stopping
    /// The container is shut down.
    case stopped
  }

  /// What became of one service.
  public enum State: Sendable, Hashable {
    /// Its turn has not come.
    case waiting
    /// It is being built, its run is not ready yet, or its `onStart` hook runs.
    case starting
    /// Attempts to start it have failed, and another one follows or runs.
    case retrying(failedAttempts: Int)
    /// It has started.
    case started
    /// It had started, and its run has ended; with the message of the error that it threw, without secrets.
    case ended(error: String?)
    /// It could not be built or started.
    case failed
    /// It had started, and its container is shut down.
    case stopped
  }

  /// One of the services that the start begins.
  public struct Service: Sendable, Hashable {
    /// The service's key.
    public let key: String
    /// What became of it.
    public let state: State
    /// Whether its `onRun` goes on.
    public let isRunning: Bool
  }

  /// What the container does.
  public let phase: Phase
  /// The services that `start()` builds or starts, in the order of their definitions.
  public let services: [Service]

  /// Whether every service has started, none has ended that the program needs, and no stop was requested.
  public var isReady: Bool { phase == .started }
}

extension Readiness: CustomStringConvertible {
  /// One line with the phase and the services that have not started, or that have ended.
  public var description: String {
    let name = phase == .notStarted ? "not started" : "\(phase)"
    if phase == .started || phase == .ended {
      let ended = services.filter(\.hasEnded)
      let list = ended.map(\.description).joined(separator: ", ")
      return ended.isEmpty ? name : phase == .ended ? "\(name): \(list)" : "\(name); ended: \(list)"
    }
    guard phase == .starting || phase == .notStarted else { return name }
    let missing = services.filter { $0.state != .started && !$0.hasEnded }
    let count = "\(services.count - missing.count) of \(services.count)"
    let title = "\(name): \(count) services have started"
    if missing.isEmpty { return title }
    return title + "; not yet: " + missing.map(\.description).joined(separator: ", ")
  }
}

extension Readiness.Service {
  fileprivate var hasEnded: Bool { if case .ended = state { true } else { false } }
}

extension Readiness.Service: CustomStringConvertible {
  /// The key, with the number of failed attempts if there are any.
  public var description: String {
    switch state {
    case .retrying(1): "\(key) (1 attempt failed)"
    case .retrying(let count): "\(key) (\(count) attempts failed)"
    case .failed: "\(key) (failed)"
    case .ended(let error?): "\(key) (failed: \(error))"
    case .ended(nil): key
    case .waiting, .starting, .started, .stopped: key
    }
  }
}
