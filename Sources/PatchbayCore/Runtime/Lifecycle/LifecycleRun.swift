import Synchronization

/// One turn of a start or a stop: the building of one service, or a hook.
///
/// The start or stop of its store waits for it, and so it must not wait for them.
final class LifecycleRun: Sendable {
  @TaskLocal private static var innermost: LifecycleRun?

  /// The store, and those around it: their stops wait for its own.
  private let stores: [ObjectIdentifier]
  private let outer: LifecycleRun?
  /// A task that a hook starts inherits the run; it is ignored once the hook has returned.
  private let finished = Atomic<Bool>(false)

  private init(_ store: InstanceStore) {
    stores = sequence(first: store, next: \.outer).map(ObjectIdentifier.init)
    // Not one that is over: hooks whose tasks run further hooks would retain each other without end.
    var around = Self.innermost
    while let run = around, run.isFinished { around = run.outer }
    outer = around
  }

  private var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// Runs a turn of a store's start or stop.
  static func perform<Result: Sendable>(
    in store: InstanceStore, _ body: @Sendable () async -> Result
  ) async -> Result {
    let run = LifecycleRun(store)
    defer { run.finished.store(true, ordering: .releasing) }
    return await $innermost.withValue(run, operation: body)
  }

  /// Runs what neither a hook nor a factory waits for, though one of them has begun it.
  static func onNoBehalf<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
    await $innermost.withValue(nil) { await Construction.onNoBehalf(body) }
  }

  /// Whether the start or stop of a store may be waiting for the code that asks: for a hook, or for
  /// a factory of the container or scope.
  static func isInside(_ store: InstanceStore) -> Bool {
    if Construction.current?.isInside(store) == true { return true }
    let identity = ObjectIdentifier(store)
    var run = innermost
    while let running = run {
      if !running.isFinished, running.stores.contains(identity) {
        return true
      }
      run = running.outer
    }
    return false
  }
}
