import Synchronization

/// Counts the steps of algorithms that could take quadratic time, so that tests can check that they
/// do not.
///
/// Only tests make one; in a program without any, counting reads one word.
package final class WorkMeter: Sendable {
  /// The meter of the current task.
  @TaskLocal package static var current: WorkMeter?

  /// Whether there ever was a meter. The first look at a task-local value costs 26,000 instructions at
  /// the start of a program, and each further one a hundred.
  private static let isUsed = Atomic(false)
  private let total = Atomic(0)

  package init() { Self.isUsed.store(true, ordering: .relaxed) }

  /// The number of steps so far.
  package var steps: Int { total.load(ordering: .relaxed) }

  /// Adds steps to the meter of the current task, if it has one.
  package static func count(_ steps: Int) {
    guard isUsed.load(ordering: .relaxed) else { return }
    _ = current?.total.wrappingAdd(steps, ordering: .relaxed)
  }
}
