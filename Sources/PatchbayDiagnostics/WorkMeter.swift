import Synchronization

/// Counts the steps of what could cost the square of its input, so that tests can hold it to less.
///
/// Only a test sets one; without it a count is one look at a task-local value.
package final class WorkMeter: Sendable {
  /// The meter of the current task.
  @TaskLocal package static var current: WorkMeter?

  private let total = Atomic(0)

  package init() {}

  /// The steps that were counted so far.
  package var steps: Int { total.load(ordering: .relaxed) }

  /// Adds steps to the meter of the current task, where it has one.
  package static func count(_ steps: Int) {
    _ = current?.total.wrappingAdd(steps, ordering: .relaxed)
  }
}
