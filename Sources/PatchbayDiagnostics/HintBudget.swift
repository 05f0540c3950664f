import Synchronization

/// What the searches for hints of one load may still cost; `check` has one for all environments.
///
/// Each search compares a name with all others, and a report shows the first hundred mistakes. So the
/// first ones get hints, and in a file of thousands the others do without: a load stays linear.
package final class HintBudget: Sendable {
  /// Enough for the hundred mistakes that a report shows, each compared with 2,000 names.
  package static let standard = 20_000_000

  private let left: Atomic<Int>

  package init(steps: Int = HintBudget.standard) { left = Atomic(steps) }

  /// How many steps are left.
  package var steps: Int { max(0, left.load(ordering: .relaxed)) }

  /// Takes steps; false where fewer were left, and then none are any more.
  package func spend(_ steps: Int) -> Bool {
    WorkMeter.count(steps)
    return left.wrappingSubtract(steps, ordering: .relaxed).newValue >= 0
  }
}
