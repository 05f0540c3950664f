/// Groups of numbers, in order. Stored in two arrays, because an array per group would be an
/// allocation per service.
struct Groups: Sendable {
  /// The numbers of all groups, one group after the other.
  private(set) var numbers: [Int] = []
  private var ends: [Int] = []

  init(capacity: Int = 0) {
    guard capacity > 0 else { return }
    numbers.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
  }

  var count: Int { ends.count }

  subscript(group: Int) -> ArraySlice<Int> { numbers[range(of: group)] }

  /// Returns the range of a group's numbers among all.
  func range(of group: Int) -> Range<Int> { (group == 0 ? 0 : ends[group - 1])..<ends[group] }

  /// Adds a number to the group that is being built.
  mutating func append(_ number: Int) { numbers.append(number) }

  /// Ends a group; the next number begins another one.
  mutating func endGroup() { ends.append(numbers.count) }
}
