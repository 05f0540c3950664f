import Synchronization

/// What is left of the parts that the files of one load may multiply.
///
/// A text of some kilobytes can name others often enough to stand for gigabytes: entries that `extends`
/// copies, members of tags, candidates for a parameter, files that a pattern looks at. Whatever multiplies
/// counts here, and stops beyond the limit. What costs time in proportion to the files alone counts nothing.
package struct ExpansionBudget: Sendable {
  /// Enough for 10,000 services with 20 tags each that others collect; far fewer than a moment's work.
  package static let standard = 1_000_000

  private let limit: Int
  /// The number of parts so far.
  package private(set) var used = 0
  private var isReported = false

  /// Creates a budget of which nothing is used.
  package init(limit: Int = ExpansionBudget.standard) { self.limit = limit }

  package var isExceeded: Bool { used > limit }

  /// Returns the number of parts that some bytes of text count as.
  package static func parts(ofBytes bytes: Int) -> Int { bytes / 8 + 1 }

  /// Counts parts; returns `false` beyond the limit, where the caller must not multiply anything.
  package mutating func count(_ parts: Int) -> Bool {
    if isExceeded { return false }
    WorkMeter.count(parts)
    let (sum, isOverflow) = used.addingReportingOverflow(parts)
    used = isOverflow ? .max : sum
    return !isExceeded
  }

  /// Forgets parts that are counted again, unless they are beyond the limit.
  package mutating func reset(to used: Int) { if !isExceeded { self.used = used } }

  /// Returns the error of what goes beyond the limit; nil if it was returned before.
  package mutating func error(_ what: String, at place: SourcePlace) -> Diagnostic? {
    guard !isReported else { return nil }
    isReported = true
    return Diagnostic(
      .limitExceeded, "with \(what) the load expands to more than \(limit.grouped) parts",
      at: place, "goes beyond the limit"
    )
    .limit("expandedParts", limit)
  }
}

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
  /// Whether the search for advice counts, which is bounded by the number of mistakes that get it.
  private let countsAdvice: Bool

  package init(countsAdvice: Bool = true) {
    self.countsAdvice = countsAdvice
    Self.isUsed.store(true, ordering: .relaxed)
  }

  /// Runs a closure that adds advice to diagnostics.
  static func advising(_ body: () -> Void) {
    let meter = isUsed.load(ordering: .relaxed) ? current : nil
    if meter?.countsAdvice == false { $current.withValue(nil, operation: body) } else { body() }
  }

  /// The number of steps so far.
  package var steps: Int { total.load(ordering: .relaxed) }

  /// Adds steps to the meter of the current task, if it has one; otherwise they are not even counted.
  package static func count(_ steps: @autoclosure () -> Int) {
    guard isUsed.load(ordering: .relaxed) else { return }
    _ = current?.total.wrappingAdd(steps(), ordering: .relaxed)
  }
}
