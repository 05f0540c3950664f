import Synchronization

/// The remaining cost of one load's searches for suggestions; `check` has one for all environments.
///
/// Each search compares a name with all others, and a report shows the first hundred errors. So the
/// first ones get suggestions, and in a file with thousands of errors the others have none: a load
/// stays linear.
package final class HintBudget: Sendable {
  /// Enough for the hundred errors that a report shows, each compared with 2,000 names.
  package static let standard = 20_000_000

  private let left: Atomic<Int>

  package init(steps: Int = HintBudget.standard) { left = Atomic(steps) }

  /// The number of remaining steps.
  package var steps: Int { max(0, left.load(ordering: .relaxed)) }

  /// Spends steps; returns `false` if fewer were left, and then none remain.
  package func spend(_ steps: Int) -> Bool {
    WorkMeter.count(steps)
    return left.wrappingSubtract(steps, ordering: .relaxed).newValue >= 0
  }
}
