import Synchronization

/// Counts the steps of algorithms that could take quadratic time, so that tests can check that they
/// do not.
///
/// Only tests set one; without it, counting reads one task-local value.
package final class WorkMeter: Sendable {
  /// The meter of the current task.
  @TaskLocal package static var current: WorkMeter?

  private let total = Atomic(0)

  package init() {}

  /// The number of steps so far.
  package var steps: Int { total.load(ordering: .relaxed) }

  /// Adds steps to the meter of the current task, if it has one.
  package static func count(_ steps: Int) {
    _ = current?.total.wrappingAdd(steps, ordering: .relaxed)
  }
}
