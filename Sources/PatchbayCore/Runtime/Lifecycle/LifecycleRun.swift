/// The turns of a start or a stop that run in a task: each is the building of one service, or a hook.
///
/// The start or stop of its store waits for a turn, and so it must not wait for them.
enum LifecycleRun {
  /// For its store, and those around it: their stops wait for its own.
  @TaskLocal private static var innermost: RunningCall<[ObjectIdentifier]>?

  /// Runs a turn of a store's start or stop.
  static func perform<Result: Sendable>(
    in store: InstanceStore, _ body: @Sendable () async -> Result
  ) async -> Result {
    let stores = sequence(first: store, next: \.outer).map(ObjectIdentifier.init)
    let turn = RunningCall(stores, inside: innermost)
    defer { turn.end() }
    return await $innermost.withValue(turn, operation: body)
  }

  /// Runs what neither a hook nor a factory waits for, though one of them has begun it.
  static func onNoBehalf<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
    await $innermost.withValue(nil) { await Construction.onNoBehalf(body) }
  }

  /// Whether the start or stop of a store may be waiting for the code that asks: for a hook, or for
  /// a factory of the container or scope.
  static func isInside(_ store: InstanceStore) -> Bool {
    Construction.current?.isInside(store) == true
      || innermost?.subjects.contains { $0.contains(ObjectIdentifier(store)) } == true
  }
}
