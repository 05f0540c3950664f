import Synchronization

/// One turn of a start or a stop: the building of one service, or a hook.
///
/// The start or stop of its region waits for it, and so it must not wait for them.
final class LifecycleRun: Sendable {
  @TaskLocal private static var innermost: LifecycleRun?

  private let region: ObjectIdentifier
  private let outer: LifecycleRun?
  /// A task that a hook starts inherits the run; it is ignored once the hook has returned.
  private let finished = Atomic<Bool>(false)

  private init(_ region: Region) {
    self.region = ObjectIdentifier(region)
    outer = Self.innermost
  }

  /// Runs a turn of a region's start or stop.
  static func perform<Result: Sendable>(
    in region: Region,
    _ body: @Sendable () async -> Result
  ) async -> Result {
    let run = LifecycleRun(region)
    defer { run.finished.store(true, ordering: .releasing) }
    return await $innermost.withValue(run, operation: body)
  }

  /// Whether the start or stop of a region may be waiting for the code that asks: for a hook, or for a
  /// factory of the container or scope.
  static func isInside(_ region: Region, of container: Container) -> Bool {
    if Construction.current?.isInside(region, of: container) == true { return true }
    let identity = ObjectIdentifier(region)
    var run = innermost
    while let running = run {
      if running.region == identity, !running.finished.load(ordering: .acquiring) { return true }
      run = running.outer
    }
    return false
  }
}
